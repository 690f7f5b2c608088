internal import Dispatch
internal import Foundation
internal import ModelSchema

/// A database file (or one in memory): one writer, a pool of readers, the sequence of row ids.
///
/// In memory there is one connection that calls use in turn: SQLite has no write-ahead log there.
final class Store: @unchecked Sendable {
    let path: String
    let isInMemory: Bool
    let allowsSave: Bool
    let identifier: String
    let parts: [_$Schema]
    /// Stands for the identifier where there is no room for it.
    let number: UInt32

    /// Held by whoever uses ``writer``; for a store in memory by every call. Recursive, since a fetch may happen inside.
    private let writerLock = NSRecursiveLock()
    private let writer: Connection
    private let readersLock = NSLock()
    private var readers: [Connection] = []
    /// The id that follows the last one handed out, and the end of the block that the database has marked as taken.
    private var nextID: Int64 = 0
    private var blockEnd: Int64 = 0

    /// The store is in the middle of a migration, whose transaction spans all writes here.
    let isNested: Bool

    static let idsPerBlock: Int64 = 1_000

    init(_ opening: StoreOpening) throws {
        path = opening.path
        isInMemory = opening.isInMemory
        allowsSave = opening.allowsSave
        parts = opening.parts
        isNested = false
        (writer, identifier) = try opening.open()
        number = StoreNumbers.number(of: identifier)
    }

    /// A version of a store in the middle of its migration, on the connection that migrates, or on one to a copy.
    init(migrating connection: Connection, path: String, identifier: String, part: _$Schema, allowsSave: Bool) throws {
        part.link()
        self.path = path
        // As in memory, all calls use the one connection.
        isInMemory = true
        self.allowsSave = allowsSave
        parts = [part]
        isNested = true
        writer = connection
        self.identifier = identifier
        number = StoreNumbers.number(of: identifier)
    }

    /// The writer closes last: only a connection that may write moves what the log holds into the file and removes it.
    deinit { readers.removeAll() }

    // MARK: Others

    /// How often commits of others (other processes, other containers on the file) were noticed.
    private(set) var foreignCommits: Int {
        get { commitsLock.withLock { noticedCommits } }
        set { commitsLock.withLock { noticedCommits = newValue } }
    }
    private let commitsLock = NSLock()
    private var noticedCommits = 0
    private var dataVersion: Int64?
    /// The last commit that the log's header told of at the last look.
    private var commitAtLastLook: UInt64?

    /// Looks whether someone else has committed since the last look. While the writer is busy nothing is looked at, so that
    /// nobody waits; the next look will tell.
    func lookForForeignCommits() {
        guard !isInMemory, writerLock.try() else { return }
        defer { writerLock.unlock() }
        // Nobody at all has committed: as a rule.
        let commit = writer.logState?.commit
        if let commit, commit == commitAtLastLook { return }
        commitAtLastLook = commit
        // The writer's own commits do not change it.
        guard let version = try? writer.integer("PRAGMA data_version"), version != dataVersion else { return }
        if dataVersion != nil { foreignCommits += 1 }
        dataVersion = version
    }

    // MARK: Connections

    /// Runs a closure with a connection to read from.
    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        if isInMemory {
            writerLock.lock()
            defer { writerLock.unlock() }
            return try body(writer)
        }
        let connection = try nextReader()
        defer { giveBack(connection) }
        try connection.takeSnapshot()
        return try body(connection)
    }

    /// A connection to read from for longer than a call. Give it back.
    func takeReader() throws -> Connection {
        let connection = try nextReader()
        try connection.endSnapshot()
        return connection
    }

    private func nextReader() throws -> Connection {
        if let connection = readersLock.withLock({ readers.popLast() }) { return connection }
        return try StoreOpening.reader(path: path)
    }

    func giveBack(_ connection: Connection) {
        guard connection.isSound else { return }
        let isFirst = readersLock.withLock {
            readers.append(connection)
            defer { endsSnapshotsLater = endsSnapshotsLater || connection.holdsSnapshot }
            return connection.holdsSnapshot && !endsSnapshotsLater
        }
        if isFirst { endSnapshotsLater() }
    }

    /// Whether someone will see to it that snapshots do not stay open.
    private var endsSnapshotsLater = false

    /// A snapshot keeps the log from being used anew. So none stays open when nobody reads.
    private func endSnapshotsLater() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.snapshotTime) { [weak self] in
            self?.endSnapshots(isLater: true)
        }
    }

    private static let snapshotTime: DispatchTimeInterval = .milliseconds(50)

    private func endSnapshots(isLater: Bool = false) {
        readersLock.withLock {
            if isLater { endsSnapshotsLater = false }
            readers.removeAll { connection in
                guard connection.holdsSnapshot else { return false }
                return (try? connection.endSnapshot()) == nil
            }
        }
    }

    /// Runs a closure inside a write transaction that holds the lock from its start; an error undoes everything.
    func write<T>(_ body: (Connection) throws -> T) throws -> T {
        guard allowsSave else { throw StorageError.readOnly(path: path) }
        writerLock.lock()
        defer { writerLock.unlock() }
        let ids = (nextID, blockEnd)
        do {
            try writer.run(isNested ? "SAVEPOINT \"$save\"" : "BEGIN IMMEDIATE")
            let result = try body(writer)
            endSnapshots()
            try writer.run(isNested ? "RELEASE \"$save\"" : "COMMIT")
            return result
        } catch {
            if writer.isInTransaction {
                try? writer.execute(isNested ? "ROLLBACK TO \"$save\"; RELEASE \"$save\"" : "ROLLBACK")
            }
            // A block taken in this transaction was given back with it.
            (nextID, blockEnd) = ids
            throw (error as? StorageError)?.classified ?? error
        }
    }

    /// The first of `count` new row ids. Only inside ``write(_:)``.
    ///
    /// Ids ascend through all tables of the store and are never used again; they are taken in blocks, so that the mark is
    /// written once a block. A program that ends leaves a gap.
    func takeIDs(_ count: Int, on connection: Connection) throws -> Int64 {
        let count = Int64(count)
        if nextID + count > blockEnd {
            let blocks = (count + Self.idsPerBlock - 1) / Self.idsPerBlock * Self.idsPerBlock
            let mark = try connection.integer(
                "UPDATE \"$metadata\" SET \"value\" = \"value\" + ? WHERE \"key\" = 'nextID' RETURNING \"value\""
            ) { $0.bind(blocks, at: 1) }
            guard let mark else {
                throw StorageError.foreignStore(path: path, reason: "its sequence of row ids is missing")
            }
            nextID = mark - blocks
            blockEnd = mark
        }
        defer { nextID += count }
        return nextID
    }
}
