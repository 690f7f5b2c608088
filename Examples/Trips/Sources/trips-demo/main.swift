import Foundation
import ModelStorage
import Trips

/// Inserting a trip inserts all that it reaches: lodging, items, tags, people.
func plan(in context: ModelContext) throws {
    let ada = Person(name: "Ada", email: "ada@example.org")
    let iceland = Trip(
        "Ring road", to: "Iceland", from: .now.addingTimeInterval(30 * 86_400), days: 10, reason: .adventure)
    iceland.lodging = Lodging(name: "Camper", address: Address(street: "Flugvallarvegur 6", city: "Reykjavík"))
    iceland.tags = [Tag(name: "nature"), Tag(name: "car")]
    iceland.travelers = [ada, Person(name: "Ben", email: "ben@example.org")]
    for title in ["Geysir", "Dettifoss", "Jökulsárlón"] { iceland.add(title) }
    let lisbon = Trip("Long weekend", to: "Lisbon", from: .now.addingTimeInterval(90 * 86_400), days: 4)
    lisbon.travelers = [ada]
    lisbon.add("Tram 28")
    context.insert(iceland)
    context.insert(lisbon)
    try context.save()
}

/// Plans two trips in a store, or finds them there: `trips-demo [STORE]`.
func run(_ path: String) throws {
    let container = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    let context = ModelContext(container)
    let count = try context.fetchCount(FetchDescriptor<Trip>())
    print("\(count) trips in \(path)")
    if count == 0 { try plan(in: context) }

    for trip in try context.upcomingTrips() {
        print("  \(trip.summary); with \(trip.travelers.map(\.name).sorted().joined(separator: ", "))")
    }
    if let item = try context.openItems(in: "Iceland").first {
        item.isDone = true
        try context.save()
        print("done: \(item.title); \(try context.openItems(in: "Iceland").count) left in Iceland")
    }
    print("about nature: \(try context.trips(tagged: "nature").map(\.name).joined(separator: ", "))")
}

do {
    try run(CommandLine.arguments.dropFirst().first ?? "trips.store")
} catch {
    FileHandle.standardError.write(Data("trips-demo: \(error)\n".utf8))
    exit(1)
}
