import Foundation

/// The file that the current input is kept in, mapped, so that keeping it costs a copy and survives a crash.
struct CurrentInput {
    private static let size = 1 << 16
    private let memory: UnsafeMutableRawBufferPointer?

    init(_ path: String?) {
        guard let path, FileManager.default.createFile(atPath: path, contents: Data(count: Self.size)) else {
            memory = nil
            return
        }
        let descriptor = open(path, O_RDWR)
        let start = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        memory = start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: Self.size)
    }

    func keep(_ bytes: [UInt8]) {
        guard let memory else { return }
        memory.copyBytes(from: bytes.prefix(Self.size))
        if bytes.count < Self.size { memory[bytes.count] = 0 }
    }
}

/// Ends the process where a batch of inputs takes more of the processor's time than any should: the input that does is then
/// the current one. What other processes take does not count.
enum Watchdog {
    static let batch: UInt64 = 1024
    private static let seconds = 60

    /// Called before each batch.
    static func restart() {
        var timer = itimerval(
            it_interval: timeval(tv_sec: 0, tv_usec: 0), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        #if canImport(Darwin)
            setitimer(ITIMER_PROF, &timer, nil)
        #else
            setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
        #endif
    }
}
