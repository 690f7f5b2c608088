import Foundation

/// Where a package index comes from.
public enum IndexSource: Sendable, CustomStringConvertible {
    case file(String)
    case standardInput
    /// What `apt-cache dumpavail` prints: every package that the machine could install.
    case available

    /// The index of what is installed on a Debian system.
    public static let installed = IndexSource.file("/var/lib/dpkg/status")

    public var description: String {
        switch self {
        case .file(let path): path
        case .standardInput: "standard input"
        case .available: "apt-cache dumpavail"
        }
    }

    public enum SourceError: Error, CustomStringConvertible {
        case unreadable(String, reason: String)
        case failed(command: String, status: Int32)

        public var description: String {
            switch self {
            case .unreadable(let name, let reason): "cannot read \(name): \(reason)"
            case .failed(let command, let status): "'\(command)' ended with status \(status)"
            }
        }
    }

    /// Hands an open file to a closure, and closes it.
    public func read<T>(_ body: (FileHandle) throws -> T) throws -> T {
        switch self {
        case .standardInput: return try body(.standardInput)
        case .file(let path):
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                throw SourceError.unreadable(
                    path, reason: isFolder.boolValue ? "it is a folder" : "there is no such file")
            }
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw SourceError.unreadable(path, reason: "no permission")
            }
            defer { try? file.close() }
            return try body(file)
        case .available:
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/apt-cache")
            process.arguments = ["dumpavail"]
            let pipe = Pipe()
            process.standardOutput = pipe
            do {
                try process.run()
            } catch {
                throw SourceError.unreadable(description, reason: "/usr/bin/apt-cache does not start on this system")
            }
            // Ends the command when the import fails; it has ended by itself otherwise.
            defer { if process.isRunning { process.terminate() } }
            let result = try body(pipe.fileHandleForReading)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw SourceError.failed(command: description, status: process.terminationStatus)
            }
            return result
        }
    }
}
