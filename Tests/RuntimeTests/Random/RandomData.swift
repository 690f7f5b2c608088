import Foundation
import ModelStorage
import SnapshotModels

/// Objects with random values, and what predicates may ask of them.
extension RandomData {
    // MARK: Objects

    static func fill(_ context: ModelContext, _ random: inout PredicateSource) {
        let users = (0..<12).map {
            User(key: "k\($0)", name: random.any(strings), age: $0 % 3 == 0 ? nil : random.next(below: 12) - 3)
        }
        for user in users { context.insert(user) }
        for user in users {
            if random.isTrue(2, of: 3) { user.mentor = random.any(users) }
            user.friends = users.filter { _ in random.isTrue(1, of: 5) }
        }
        for number in 0..<16 {
            context.insert(Message(text: random.any(strings), user: random.isTrue(1, of: 6) ? nil : random.any(users)))
            if number % 4 == 0 { context.insert(Role(name: random.any(strings), user: random.any(users))) }
        }
        let labels = (0..<4).map { Label(name: "\(random.any(strings))\($0)") }
        for label in labels { context.insert(label) }
        let homes = (0..<3).map { _ in Home(street: random.any(strings)) }
        for home in homes { context.insert(home) }
        for number in 0..<12 {
            let home = random.isTrue(1, of: 3) ? nil : random.any(homes)
            switch number % 4 {
            case 0:
                context.insert(
                    Dog(name: random.any(strings), number: number, home: home, breed: random.any(strings)))
            case 1:
                context.insert(
                    Cat(name: random.any(strings), number: number, home: home, lives: random.next(below: 9)))
            case 2:
                context.insert(
                    Animal(name: random.any(strings), number: number, home: home, legs: random.next(below: 6)))
            default: context.insert(Human(name: random.any(strings), number: number, home: home))
            }
        }
        for _ in 0..<8 {
            let album = Album(title: random.any(strings), year: 1_990 + random.next(below: 8))
            context.insert(album)
            album.labels = labels.filter { _ in random.isTrue(1, of: 2) }
            if random.isTrue(1, of: 2) { album.cover = Cover(name: random.any(strings)) }
            for number in 0..<random.next(below: 4) {
                context.insert(Track(title: random.any(strings), number: number * 3, album: album))
            }
        }
        for number in 0..<14 {
            let object = Everything(number: number)
            context.insert(object)
            change(object, &random)
            let bag = Bag()
            context.insert(bag)
            change(bag, &random)
        }
    }

    /// Changes, inserts and deletes without saving.
    static func change(_ context: ModelContext, _ random: inout PredicateSource) throws {
        let users = try context.all(User.self)
        for user in users {
            if random.isTrue(1, of: 4) { user.name = random.any(strings) }
            if random.isTrue(1, of: 4) { user.age = random.isTrue(1, of: 2) ? nil : random.next(below: 9) }
            if random.isTrue(1, of: 5) { user.mentor = random.isTrue(1, of: 2) ? nil : random.any(users) }
            if random.isTrue(1, of: 5) { user.friends = users.filter { _ in random.isTrue(1, of: 6) } }
        }
        for message in try context.all(Message.self) where random.isTrue(1, of: 4) {
            message.user = random.isTrue(1, of: 3) ? nil : random.any(users)
        }
        for object in try context.all(Everything.self) where random.isTrue(1, of: 3) { change(object, &random) }
        for bag in try context.all(Bag.self) where random.isTrue(1, of: 3) { change(bag, &random) }
        context.insert(User(key: "new", name: random.any(strings), age: 3, mentor: random.any(users)))
        context.delete(random.any(users))
        for being in try context.all(Being.self) where random.isTrue(1, of: 3) {
            being.name = random.any(strings)
            if let dog = being as? Dog { dog.breed = random.any(strings) }
        }
        context.delete(random.any(try context.all(Being.self)))
        let albums = try context.all(Album.self)
        for album in albums where random.isTrue(1, of: 3) {
            album.year += 1
            album.cover = random.isTrue(1, of: 2) ? nil : Cover(name: random.any(strings))
            if random.isTrue(1, of: 2) { album.labels.removeAll() }
        }
        context.delete(random.any(albums))
    }

    private static func change(_ object: Everything, _ random: inout PredicateSource) {
        let some = random.isTrue(2, of: 3)
        let int = random.any(ints)
        object.bool = random.isTrue(1, of: 2)
        object.int8 = Int8(truncatingIfNeeded: int)
        object.int16 = Int16(truncatingIfNeeded: int)
        object.int32 = Int32(truncatingIfNeeded: int)
        object.int64 = Int64(int)
        object.uint = UInt(bitPattern: int)
        object.uint8 = UInt8(truncatingIfNeeded: int)
        object.uint16 = UInt16(truncatingIfNeeded: int)
        object.uint32 = UInt32(truncatingIfNeeded: int)
        object.uint64 = UInt64(bitPattern: Int64(int))
        object.double = random.any(doubles)
        object.float = Float(random.any(doubles))
        object.decimal = random.any(decimals)
        object.string = random.any(strings)
        object.date = random.any(dates)
        object.data = random.any(blobs)
        object.uuid = random.any(uuids)
        object.mood = random.any([.calm, .wild, .unknown])
        object.level = random.any([.low, .high])
        object.point = random.any(points)
        object.optionalBool = some ? random.isTrue(1, of: 2) : nil
        object.optionalInt = some ? random.any(ints) : nil
        object.optionalUInt64 = some ? UInt64(bitPattern: Int64(random.any(ints))) : nil
        object.optionalDouble = random.isTrue(1, of: 3) ? nil : random.any(doubles)
        object.optionalDecimal = random.isTrue(1, of: 3) ? nil : random.any(decimals)
        object.optionalString = random.isTrue(1, of: 3) ? nil : random.any(strings)
        object.optionalDate = random.isTrue(1, of: 3) ? nil : random.any(dates)
    }

    private static func change(_ bag: Bag, _ random: inout PredicateSource) {
        bag.words = (0..<random.next(below: 5)).map { _ in random.any(strings) }
        bag.tags = Set((0..<random.next(below: 4)).map { _ in random.any(strings) })
        bag.counts = Dictionary(
            (0..<random.next(below: 5)).map { _ in (random.any(strings), random.next(below: 9)) }
        ) { first, _ in first }
        bag.maybe = random.isTrue(1, of: 3) ? nil : (0..<random.next(below: 4)).map { _ in random.any(ints) }
        bag.big = (0..<random.next(below: 4)).map { _ in UInt64(bitPattern: Int64(random.any(ints))) }
        bag.dates = (0..<random.next(below: 3)).map { _ in random.any(dates) }
        bag.decimals = (0..<random.next(below: 3)).map { _ in random.any(decimals) }
    }

    // MARK: Leaves

    static let users: @Sendable () -> [any Leaf<User>] = {
        [
            OrderedLeaf(keyPath: \User.name, values: strings), TextLeaf(keyPath: \User.name),
            OptionalLeaf(keyPath: \User.age, values: Array(-3..<10)), TargetLeaf(keyPath: \User.mentor, leaves: users),
            ListLeaf(keyPath: \User.friends, leaves: users), ListLeaf(keyPath: \User.messages, leaves: messages),
            ListLeaf(keyPath: \User.roles, leaves: roles),
            OuterLeaf(keyPath: \User.messages, inner: \Message.text, outer: \User.name),
            OuterLeaf(keyPath: \User.friends, inner: \User.name, outer: \User.name),
        ]
    }
    static let messages: @Sendable () -> [any Leaf<Message>] = {
        [TextLeaf(keyPath: \Message.text), TargetLeaf(keyPath: \Message.user, leaves: users)]
    }
    static let roles: @Sendable () -> [any Leaf<Role>] = { [TextLeaf(keyPath: \Role.name)] }
    static let albums: @Sendable () -> [any Leaf<Album>] = {
        [
            OrderedLeaf(keyPath: \Album.title, values: strings), NumberLeaf(keyPath: \Album.year),
            TargetLeaf(keyPath: \Album.cover, leaves: covers), ListLeaf(keyPath: \Album.labels, leaves: labels),
            ListLeaf(keyPath: \Album.tracks, leaves: tracks),
        ]
    }
    static let covers: @Sendable () -> [any Leaf<Cover>] = {
        [TextLeaf(keyPath: \Cover.name), TargetLeaf(keyPath: \Cover.album, leaves: albums)]
    }
    static let labels: @Sendable () -> [any Leaf<Label>] = {
        [TextLeaf(keyPath: \Label.name), ListLeaf(keyPath: \Label.albums, leaves: albums)]
    }
    static let tracks: @Sendable () -> [any Leaf<Track>] = {
        [NumberLeaf(keyPath: \Track.number), TargetLeaf(keyPath: \Track.album, leaves: albums)]
    }
    static let beings: @Sendable () -> [any Leaf<Being>] = {
        [
            TextLeaf(keyPath: \Being.name), NumberLeaf(keyPath: \Being.number),
            CastLeaf<Being, Dog, String>(keyPath: \Dog.breed, values: strings),
            CastLeaf<Being, Cat, Int>(keyPath: \Cat.lives, values: Array(0..<9)),
            CastLeaf<Being, Animal, Int>(keyPath: \Animal.legs, values: Array(0..<6)),
            TargetLeaf(keyPath: \Being.home, leaves: homes),
        ]
    }
    static let animals: @Sendable () -> [any Leaf<Animal>] = {
        [
            NumberLeaf(keyPath: \Animal.legs), CastLeaf<Animal, Dog, String>(keyPath: \Dog.name, values: strings),
            CastLeaf<Animal, Cat, Int>(keyPath: \Cat.lives, values: Array(0..<9)),
        ]
    }
    static let homes: @Sendable () -> [any Leaf<Home>] = {
        [TextLeaf(keyPath: \Home.street), ListLeaf(keyPath: \Home.residents, leaves: beings)]
    }
    static let bags: @Sendable () -> [any Leaf<Bag>] = {
        [
            ArrayLeaf(keyPath: \Bag.words, values: strings), DictionaryLeaf(keyPath: \Bag.counts),
            ArrayLeaf(keyPath: \Bag.big, values: ints.map { UInt64(bitPattern: Int64($0)) }),
            ArrayLeaf(keyPath: \Bag.dates, values: dates), ArrayLeaf(keyPath: \Bag.decimals, values: decimals),
        ]
    }
    static let everythings: @Sendable () -> [any Leaf<Everything>] = {
        [
            OrderedLeaf(keyPath: \Everything.int8, values: [0, 1, -1, 7, .max, .min]),
            OrderedLeaf(keyPath: \Everything.int16, values: [0, 1, -1, 7, .max, .min]),
            OrderedLeaf(keyPath: \Everything.int32, values: [0, 1, -1, 7, .max, .min]),
            OrderedLeaf(keyPath: \Everything.int64, values: ints.map { Int64($0) }),
            OrderedLeaf(keyPath: \Everything.uint, values: ints.map { UInt(bitPattern: $0) }),
            OrderedLeaf(keyPath: \Everything.uint8, values: [0, 1, 7, .max]),
            OrderedLeaf(keyPath: \Everything.uint16, values: [0, 1, 7, .max]),
            OrderedLeaf(keyPath: \Everything.uint32, values: [0, 1, 7, .max]),
            OrderedLeaf(keyPath: \Everything.uint64, values: ints.map { UInt64(bitPattern: Int64($0)) }),
            OrderedLeaf(keyPath: \Everything.float, values: doubles.map { Float($0) }),
            OrderedLeaf(keyPath: \Everything.double, values: doubles),
            OrderedLeaf(keyPath: \Everything.decimal, values: decimals),
            OrderedLeaf(keyPath: \Everything.date, values: dates),
            OrderedLeaf(keyPath: \Everything.string, values: strings), TextLeaf(keyPath: \Everything.string),
            EqualLeaf(keyPath: \Everything.data, values: blobs), EqualLeaf(keyPath: \Everything.uuid, values: uuids),
            EqualLeaf(keyPath: \Everything.mood, values: [.calm, .wild, .unknown]),
            EqualLeaf(keyPath: \Everything.level, values: [.low, .high]),
            EqualLeaf(keyPath: \Everything.point, values: points), NumberLeaf(keyPath: \Everything.number),
            FlagLeaf(keyPath: \Everything.bool, optional: \Everything.optionalBool),
            OptionalLeaf(keyPath: \Everything.optionalInt, values: ints),
            OptionalLeaf(
                keyPath: \Everything.optionalUInt64, values: ints.map { UInt64(bitPattern: Int64($0)) }),
            OptionalLeaf(keyPath: \Everything.optionalDouble, values: doubles),
            OptionalLeaf(keyPath: \Everything.optionalDecimal, values: decimals),
            OptionalLeaf(keyPath: \Everything.optionalString, values: strings),
            OptionalLeaf(keyPath: \Everything.optionalDate, values: dates),
        ]
    }
}
