// A program that a test ends in the middle of what it does to a store, or that makes one of N voyages and five other objects
// for each of them.
//
// usage: crash-victim migrate|save STORE exit|full|power|kill N
//        crash-victim fill STORE kill N
internal import FailingVFS
internal import Foundation
internal import ModelStorage
internal import SnapshotModels

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let limit = Int(arguments[4]) else {
    fail("usage: crash-victim migrate|save|fill STORE exit|full|power|kill N")
}
// With `kill` someone else ends it.
if arguments[3] != "kill" {
    let modes = ["exit": failing_vfs_exit, "full": failing_vfs_full, "power": failing_vfs_power]
    guard let mode = modes[arguments[3]] else { fail("'\(arguments[3])' is no way to end") }
    guard failing_vfs_install(mode, limit) == 0 else { fail("the file system cannot be installed") }
}
let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[2]))

func fill(_ context: ModelContext, voyages: Int) throws {
    for number in 0..<voyages {
        let voyage = VoyagesV1.Voyage(
            title: "Voyage \(number)", Cause: number % 3 == 0 ? .work : .family,
            start: VoyagesV1.Harbour(name: "H\(number)", opened: .distantPast), cost: "\(number).25",
            booked: .distantPast, remindAt: nil, flag: "red", labels: [String](repeating: "label", count: number % 40),
            ship: VoyagesV1.Ship(name: "Ship \(number)", captain: number % 2 == 0 ? "Captain \(number)" : ""),
            crew: (0..<3).map { VoyagesV1.Sailor(fullName: "Sailor \(number) \($0)", age: Int8($0)) })
        context.insert(voyage)
        context.insert(VoyagesV1.Ticket(number: number, seat: "\(number)"))
        if number % 10_000 == 9_999 { try context.save() }
    }
    try context.save()
}

/// The store is closed at the end: what is written then counts too.
func run(_ task: String) throws {
    if task == "migrate" {
        _ = try ModelContainer(for: Schema(versionedSchema: VoyagesV2.self), configurations: configuration)
        return
    }
    let container = try ModelContainer(for: Schema(versionedSchema: VoyagesV1.self), configurations: configuration)
    let context = ModelContext(container)
    if task == "fill" { return try fill(context, voyages: limit) }
    for sailor in try context.fetch(FetchDescriptor<VoyagesV1.Sailor>()) {
        sailor.age += 1
        sailor.voyage?.labels.append(String(repeating: "x", count: 3_000))
        context.insert(VoyagesV1.Sailor(fullName: "New \(sailor.fullName)", age: 1))
    }
    try context.delete(model: VoyagesV1.Ticket.self)
    try context.save()
}

do {
    try run(arguments[1])
    print(failing_vfs_count())
} catch StorageError.diskFull {
    exit(4)
} catch {
    fail("\(error)")
}
