#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file or folder that could not be read or written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Action: String, Hashable, Sendable { case read, write }

    public var path: String
    public var action: Action
    public var reason: String

    public init(path: String, action: Action, reason: String) {
        self.path = path
        self.action = action
        self.reason = reason
    }

    init(_ path: String, _ action: Action, errno code: Int32) {
        self.init(path: path, action: action, reason: String(cString: strerror(code)))
    }

    public var message: String { "cannot \(action == .read ? "read" : "write") it: \(reason)" }

    public var description: String { "\(path): error: \(message)" }
}

/// The few calls that the tool makes, without Foundation: paths are bytes, and failures say why.
public enum FileSystem {
    /// - Parameter limit: Bytes after which reading stops, soon after if not at once.
    public static func contents(of path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, .read, errno: errno) }
        defer { close(descriptor) }
        return try contents(of: descriptor, path, limit: limit)
    }

    /// What standard input gives.
    public static func standardInput(limit: Int = .max) throws(FileError) -> [UInt8] {
        try contents(of: STDIN_FILENO, "<stdin>", limit: limit)
    }

    /// Nil where there is no such file.
    public static func contents(ofExisting path: String) throws(FileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(path, .read, errno: errno)
        }
        defer { close(descriptor) }
        return try contents(of: descriptor, path)
    }

    private static func contents(
        of descriptor: Int32, _ path: String, limit: Int = .max
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > 0 {
            bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
        }
        while bytes.count <= limit {
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let read = read(descriptor, buffer.baseAddress, buffer.count)
                if read < 0 { code = errno }
                count = max(read, 0)
            }
            if code == EINTR { continue }
            guard code == 0 else { throw FileError(path, .read, errno: code) }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }

    static func firstLine(of path: String) throws(FileError) -> String? {
        guard let bytes = try? contents(of: path) else { return nil }
        return String(decoding: bytes.prefix { $0 != .newline }, as: UTF8.self)
    }

    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    /// Whether the path itself is a symbolic link.
    public static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a folder, in no particular order.
    public static func list(_ path: String, isOptional: Bool = false) throws(FileError) -> [String] {
        guard let folder = opendir(path) else {
            if isOptional && errno == ENOENT { return [] }
            throw FileError(path, .read, errno: errno)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder and those it is in.
    public static func createFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw FileError(path, .write, errno: errno)
        }
        try createFolder(String(path[..<slash]))
        if mkdir(path, 0o777) != 0 && errno != EEXIST { throw FileError(path, .write, errno: errno) }
    }

    /// Writes a new file.
    static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(path, .write, errno: errno) }
        let code = write(bytes, to: descriptor)
        if close(descriptor) != 0 && code == 0 { throw FileError(path, .write, errno: errno) }
        guard code == 0 else { throw FileError(path, .write, errno: code) }
    }

    /// Writes a file, in place of the one that is there: whole, or not at all.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = "\(path).\(getpid()).tmp"
        do {
            try write(bytes, to: temporary)
            try rename(temporary, to: path)
        } catch {
            _ = unlink(temporary)
            throw FileError(path: path, action: error.action, reason: error.reason)
        }
    }

    /// Writes everything to an open file.
    ///
    /// - Returns: 0, or the number of the error.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                guard let base = buffer.baseAddress else { return 0 }
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, base + start, buffer.count - start)
                #elseif canImport(Musl)
                    let count = Musl.write(descriptor, base + start, buffer.count - start)
                #else
                    let count = Darwin.write(descriptor, base + start, buffer.count - start)
                #endif
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                start += count
            }
            return 0
        }
    }

    static func rename(_ path: String, to final: String) throws(FileError) {
        #if canImport(Glibc)
            let status = Glibc.rename(path, final)
        #elseif canImport(Musl)
            let status = Musl.rename(path, final)
        #else
            let status = Darwin.rename(path, final)
        #endif
        if status != 0 { throw FileError(final, .write, errno: errno) }
    }

    static func remove(_ path: String) throws(FileError) {
        if unlink(path) != 0 { throw FileError(path, .write, errno: errno) }
    }
}
