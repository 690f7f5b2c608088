import Foundation
import ModelStorage
import SnapshotModels
import Testing

/// Two processes on one store: the second one is this test program again, told by its environment what to do.
@Suite struct SecondProcessTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// Runs a task in another process and waits for its end.
    private func run(_ task: String, _ store: TestStore, _ argument: String = "") async throws {
        try await Self.run(task, store.url.path, argument)
    }

    private static func run(_ task: String, _ path: String, _ argument: String) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "SecondProcessTests.worker"]
        process.environment = environment.merging(
            ["WORKER_TASK": task, "WORKER_STORE": path, "WORKER_ARGUMENT": argument]
        ) { _, new in new }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        try #require(process.terminationStatus == 0, "\(task) failed in the other process")
    }

    /// Does nothing but in the second process.
    @Test func worker() throws {
        guard let task = Self.environment["WORKER_TASK"], let path = Self.environment["WORKER_STORE"] else { return }
        if task == "readonly" { return try readWithoutRights(path, Self.environment["WORKER_ARGUMENT"] ?? "") }
        let container = try ModelContainer(
            for: Album.self, Team.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        let context = ModelContext(container)
        let argument = Self.environment["WORKER_ARGUMENT"] ?? ""
        switch task {
        case "change":
            let albums = try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
            albums[0].title = "A"
            albums[0].tracks.append(Track(title: "new"))
            context.delete(albums[1])
            context.insert(Album(title: "d"))
            try context.save()
        case "upsert":
            for number in 0..<200 {
                let user = User(key: "k\(number % 10)", name: "\(argument)\(number)")
                user.roles = [Role(name: "\(argument)\(number)", user: user)]
                context.insert(user)
                try context.save()
            }
        case "check":
            for number in 0..<200 {
                let expected = try RandomEverything.make(seed: UInt64(argument) ?? 0, number)
                let found = try context.fetch(
                    FetchDescriptor<Everything>(predicate: #Predicate { $0.number == number }))
                try #require(found.count == 1)
                #expect(RandomEverything.differences(found[0], expected) == [])
            }
        default: Issue.record("no task '\(task)'")
        }
    }

    /// As a user who may write nothing: root may write everywhere.
    private func readWithoutRights(_ path: String, _ expected: String) throws {
        if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
        func count() throws -> Int {
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: path), allowsSave: false)
            let container = try ModelContainer(for: Album.self, Team.self, configurations: configuration)
            return try ModelContext(container).count(Album.self)
        }
        if let number = Int(expected) {
            #expect(try count() == number)
        } else {
            #expect {
                _ = try count()
            } throws: { error in
                if case StorageError.cannotOpen = error { true } else { false }
            }
        }
    }

    /// A store that comes with a program, in a folder that nobody may write to.
    @Test func d10_aReadOnlyFolder() async throws {
        let store = try TestStore(.file)
        let manager = FileManager.default
        let folder = store.folder.appendingPathComponent("bundle")
        let copy = folder.appendingPathComponent("test.store")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        func names() throws -> [String] { try manager.contentsOfDirectory(atPath: folder.path).sorted() }
        /// Copies files of the store, which is open, and reads them without rights.
        func check(_ suffixes: [String], _ expected: String) async throws {
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            for name in try names() { try manager.removeItem(at: folder.appendingPathComponent(name)) }
            for suffix in suffixes {
                let (from, to) = (store.url.path + suffix, copy.path + suffix)
                try manager.copyItem(atPath: from, toPath: to)
                try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: to)
            }
            try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
            let before = try names()
            try await Self.run("readonly", copy.path, expected)
            #expect(try names() == before)
        }
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        let context = store.context()
        for title in ["a", "b"] { context.insert(Album(title: title)) }
        try context.save()
        // What was saved is in the log: with it, and only with it, it is read; without the index of the log nobody can.
        try await check(["", "-wal", "-shm"], "2")
        try await check(["", "-wal"], "refused")
        try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try await check([""], "2")
        try await check(["", "-wal"], "2")
        try await check(["", "-wal", "-shm"], "2")
    }

    @Test func changesOfAnotherProcessAreTakenIn() async throws {
        let store = try TestStore(.file)
        let context = store.context()
        for title in ["a", "b", "c"] { context.insert(Album(title: title, tracks: [Track(title: title)])) }
        try context.save()
        let albums = try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        let track = albums[1].tracks[0]
        #expect(albums[0].tracks.count == 1)
        albums[0].year = 7
        try await run("change", store)
        // Nothing moves before the context is asked to look.
        #expect(albums[0].title == "a" && !albums[1].isDeleted)
        #expect(try context.count(Album.self) == 3)
        #expect(albums[0].title == "A" && albums[0].year == 7)
        #expect(Set(albums[0].tracks.map(\.title)) == ["a", "new"])
        #expect(albums[1].isDeleted && track.isDeleted && albums[1].title == "b")
        try context.save()
        #expect(try store.reopened().all(Album.self).map(\.year) == [7, 2000, 2000])
    }

    @Test func changingWhatAnotherProcessDeletedIsAConflict() async throws {
        let store = try TestStore(.file)
        let context = store.context()
        for title in ["a", "b", "c"] { context.insert(Album(title: title)) }
        try context.save()
        let albums = try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)]))
        albums[1].year = 1
        try await run("change", store)
        #expect {
            try context.save()
        } throws: { error in
            if case StorageError.conflict = error { true } else { false }
        }
        context.rollback()
        #expect(albums[1].isDeleted)
        // A link to a row that is gone.
        let fresh = try store.reopened()
        let last = try #require(try fresh.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)])).last)
        let track = Track(title: "t", album: last)
        try store.execute("DELETE FROM Album WHERE title = '\(last.title)'")
        try fresh.save()
        #expect(last.isDeleted && track.album == nil)
    }

    @Test func u08_processesUpsertTheSameKeys() async throws {
        let store = try TestStore(.file)
        let path = store.url.path
        async let first: Void = Self.run("upsert", path, "x")
        async let second: Void = Self.run("upsert", path, "y")
        _ = try await (first, second)
        let context = try store.reopened()
        #expect(try context.all(User.self).map(\.key).sorted() == (0..<10).map { "k\($0)" })
        let roles = try context.all(Role.self)
        #expect(roles.count == 400 && roles.allSatisfy { !$0.user.isDeleted })
        #expect(try store.query("PRAGMA foreign_key_check") == [])
    }

    @Test(arguments: Place.allCases) func randomValuesComeBackBitForBit(place: Place) async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let store = try TestStore(place)
        let context = store.context()
        for number in 0..<200 { context.insert(try RandomEverything.make(seed: seed, number)) }
        try context.save()
        for other in [context, try store.reopened()] {
            for number in 0..<200 {
                let found = try other.fetch(FetchDescriptor<Everything>(predicate: #Predicate { $0.number == number }))
                try #require(found.count == 1, "seed \(seed)")
                let expected = try RandomEverything.make(seed: seed, number)
                #expect(RandomEverything.differences(found[0], expected) == [], "seed \(seed), number \(number)")
            }
            #expect(!other.hasChanges)
        }
        if place == .file { try await run("check", store, "\(seed)") }
    }
}

/// Objects with random values of every type: extremes as often as others.
enum RandomEverything {
    static func make(seed: UInt64, _ number: Int) throws -> Everything {
        var random = SeededRandom(state: seed &+ UInt64(number) &* 0x9E37)
        func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
            switch random.next(below: 5) {
            case 0: T.min
            case 1: T.max
            case 2: 0
            default: T(truncatingIfNeeded: random.next())
            }
        }
        func double() -> Double {
            switch random.next(below: 9) {
            case 0: -0.0
            case 1: .infinity
            case 2: -.infinity
            case 3: .leastNonzeroMagnitude
            case 4: -.greatestFiniteMagnitude
            case 5: .ulpOfOne
            default:
                {
                    let value = Double(bitPattern: random.next())
                    return value.isNaN ? 1.5 : value
                }()
            }
        }
        func text() -> String {
            let parts = ["", "a", "\u{0}", "é", "e\u{301}", "👨‍👩‍👧‍👦", "\u{FFFF}", "\u{301}", "'\"\\%_", "\r\n", "日本"]
            return (0..<random.next(below: 6)).map { _ in parts[random.next(below: parts.count)] }.joined()
        }
        func bytes() -> Data {
            let count = [0, 1, 16, 200, 4_096, 4_097, 70_000][random.next(below: 7)]
            return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        func decimal() -> Decimal {
            var digits = ""
            for _ in 0...random.next(below: 30) { digits += String(random.next(below: 10)) }
            let sign = random.next(below: 2) == 0 ? "-" : ""
            return Decimal(string: "\(sign)\(digits)e\(random.next(below: 60) - 30)") ?? 0
        }
        func date() -> Date {
            switch random.next(below: 4) {
            case 0: .distantPast
            case 1: .distantFuture
            default: Date(timeIntervalSinceReferenceDate: double())
            }
        }
        func uuid() -> UUID {
            var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            withUnsafeMutableBytes(of: &bytes) {
                for index in 0..<16 { $0[index] = UInt8(truncatingIfNeeded: random.next()) }
            }
            return UUID(uuid: bytes)
        }
        func maybe<T>(_ value: T) -> T? { random.next(below: 3) == 0 ? nil : value }
        let object = Everything(number: number)
        object.bool = random.next(below: 2) == 0
        object.int8 = integer(Int8.self)
        object.int16 = integer(Int16.self)
        object.int32 = integer(Int32.self)
        object.int64 = integer(Int64.self)
        object.uint = integer(UInt.self)
        object.uint8 = integer(UInt8.self)
        object.uint16 = integer(UInt16.self)
        object.uint32 = integer(UInt32.self)
        object.uint64 = integer(UInt64.self)
        object.float = Float(double())
        object.double = double()
        object.decimal = decimal()
        object.string = text()
        object.date = date()
        object.data = bytes()
        object.uuid = uuid()
        object.mood = [.calm, .wild, .unknown][random.next(below: 3)]
        object.level = random.next(below: 2) == 0 ? .low : .high
        object.point = Point(x: double(), y: double(), label: maybe(text()))
        object.optionalBool = maybe(true)
        object.optionalInt = maybe(integer(Int.self))
        object.optionalUInt64 = maybe(integer(UInt64.self))
        object.optionalFloat = maybe(Float(double()))
        object.optionalDouble = maybe(double())
        object.optionalDecimal = maybe(decimal())
        object.optionalString = maybe(text())
        object.optionalDate = maybe(date())
        object.optionalData = maybe(bytes())
        object.optionalUUID = maybe(uuid())
        object.optionalMood = maybe(.wild)
        object.optionalPoint = maybe(Point(x: double(), y: 1, label: nil))
        return object
    }

    /// The properties in which two objects differ, bit for bit.
    static func differences(_ left: Everything, _ right: Everything) -> [String] {
        func bits(_ value: Double) -> UInt64 { value.bitPattern }
        func same(_ left: Point?, _ right: Point?) -> Bool {
            left.map { bits($0.x) } == right.map { bits($0.x) } && left.map { bits($0.y) } == right.map { bits($0.y) }
                && left?.label.map { Array($0.utf8) } == right?.label.map { Array($0.utf8) }
        }
        let equal: [(String, Bool)] = [
            ("bool", left.bool == right.bool), ("int8", left.int8 == right.int8), ("int16", left.int16 == right.int16),
            ("int32", left.int32 == right.int32), ("int64", left.int64 == right.int64),
            ("uint", left.uint == right.uint),
            ("uint8", left.uint8 == right.uint8), ("uint16", left.uint16 == right.uint16),
            ("uint32", left.uint32 == right.uint32), ("uint64", left.uint64 == right.uint64),
            ("float", left.float.bitPattern == right.float.bitPattern),
            ("double", bits(left.double) == bits(right.double)),
            ("decimal", left.decimal == right.decimal), ("string", Array(left.string.utf8) == Array(right.string.utf8)),
            ("date", bits(left.date.timeIntervalSinceReferenceDate) == bits(right.date.timeIntervalSinceReferenceDate)),
            ("data", left.data == right.data), ("uuid", left.uuid == right.uuid), ("mood", left.mood == right.mood),
            ("level", left.level == right.level), ("point", same(left.point, right.point)),
            ("optionalBool", left.optionalBool == right.optionalBool),
            ("optionalInt", left.optionalInt == right.optionalInt),
            ("optionalUInt64", left.optionalUInt64 == right.optionalUInt64),
            ("optionalFloat", left.optionalFloat?.bitPattern == right.optionalFloat?.bitPattern),
            ("optionalDouble", left.optionalDouble?.bitPattern == right.optionalDouble?.bitPattern),
            ("optionalDecimal", left.optionalDecimal == right.optionalDecimal),
            (
                "optionalString",
                left.optionalString.map { Array($0.utf8) } == right.optionalString.map { Array($0.utf8) }
            ),
            (
                "optionalDate",
                left.optionalDate?.timeIntervalSinceReferenceDate.bitPattern
                    == right.optionalDate?.timeIntervalSinceReferenceDate.bitPattern
            ),
            ("optionalData", left.optionalData == right.optionalData),
            ("optionalUUID", left.optionalUUID == right.optionalUUID),
            ("optionalMood", left.optionalMood == right.optionalMood),
            ("optionalPoint", same(left.optionalPoint, right.optionalPoint)),
        ]
        return equal.filter { !$0.1 }.map(\.0)
    }
}
