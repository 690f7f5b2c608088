import ModelStorage
import SnapshotModels

/// The models that random sequences use, and what the reference has to know of them.
enum Kind: Int, CaseIterable {
    case album, track, cover, label, shelf, thing, blog, post, user, message, playlist, tune, folder, team, player
    case home, dog, cat, human
}

enum Rule { case cascade, nullify, deny }

typealias AnyObjectOfModel = any PersistentModel

/// A to-one relationship that is a foreign key in its holder's row.
struct LinkShape {
    /// The classes that have it.
    var holders: Set<Kind>
    var target: Kind
    var isRequired = false
    /// One to one.
    var isSingle = false
    /// What deleting the target does to its holders, and what deleting a holder does to its target.
    var targetRule: Rule
    var holderRule = Rule.nullify
    /// How many holders a target has, and whether they are in order.
    var bounds: ClosedRange<Int>?
    var isOrdered = false
    var get: (AnyObjectOfModel) -> AnyObjectOfModel?
    /// Sets the link; nil is not for required ones.
    var set: (AnyObjectOfModel, AnyObjectOfModel?) -> Void
    /// The list at the other end; nil for one-way relationships.
    var members: ListShape?
}

/// A to-many relationship, as closures over its key path.
struct ListShape {
    var get: (AnyObjectOfModel) -> [AnyObjectOfModel]
    var assign: (AnyObjectOfModel, [AnyObjectOfModel]) -> Void
    var append: (AnyObjectOfModel, AnyObjectOfModel) -> Void
    var removeAll: (AnyObjectOfModel, AnyObjectOfModel) -> Void
    var add: (AnyObjectOfModel, AnyObjectOfModel) -> Void
    var remove: (AnyObjectOfModel, AnyObjectOfModel) -> Void
    var count: (AnyObjectOfModel) throws -> Int

    init<O: PersistentModel, T: PersistentModel>(_ path: ReferenceWritableKeyPath<O, [T]>) {
        func owner(_ object: AnyObjectOfModel) -> O { unsafeDowncast(object, to: O.self) }
        func element(_ object: AnyObjectOfModel) -> T { unsafeDowncast(object, to: T.self) }
        get = { owner($0)[keyPath: path] }
        assign = { owner($0)[keyPath: path] = $1.map(element) }
        append = { owner($0)[keyPath: path].append(element($1)) }
        removeAll = { object, other in owner(object)[keyPath: path].removeAll { $0 === other } }
        add = { owner($0).add(element($1), to: path) }
        remove = { owner($0).remove(element($1), from: path) }
        count = { try owner($0).count(of: path) }
    }

    /// The far side of one to one, as a list.
    init<O: PersistentModel, T: PersistentModel>(single path: ReferenceWritableKeyPath<O, T?>) {
        func owner(_ object: AnyObjectOfModel) -> O { unsafeDowncast(object, to: O.self) }
        func element(_ object: AnyObjectOfModel) -> T { unsafeDowncast(object, to: T.self) }
        get = { owner($0)[keyPath: path].map { [$0] } ?? [] }
        assign = { owner($0)[keyPath: path] = $1.first.map(element) }
        append = { owner($0)[keyPath: path] = element($1) }
        removeAll = { object, _ in owner(object)[keyPath: path] = nil }
        add = append
        remove = removeAll
        count = { owner($0)[keyPath: path] == nil ? 0 : 1 }
    }
}

/// A relationship that is kept in a join table.
struct JoinShape {
    var owner: Kind
    var other: Kind
    var isOrdered = false
    var list: ListShape
    var inverse: ListShape?
}

enum Shape {
    nonisolated(unsafe) static let links: [LinkShape] = [
        toOne([.track], .album, \Track.album, \Album.tracks, .cascade),
        {
            var shape = toOne(
                [.album], .cover, \Album.cover, nil as ReferenceWritableKeyPath<Cover, [Album]>?, .nullify)
            shape.isSingle = true
            shape.holderRule = .cascade
            shape.members = ListShape(single: \Cover.album)
            return shape
        }(),
        toOne([.thing], .shelf, \Thing.shelf, \Shelf.things, .deny),
        LinkShape(
            holders: [.post], target: .blog, isRequired: true, targetRule: .deny,
            get: { object in
                let blog = unsafeDowncast(object, to: Post.self).blog
                return blog.modelContext == nil ? nil : blog
            },
            set: { object, target in
                if let blog = target as? Blog { unsafeDowncast(object, to: Post.self).blog = blog }
            }, members: ListShape(\Blog.posts)),
        toOne([.user], .user, \User.mentor, nil as ReferenceWritableKeyPath<User, [User]>?, .nullify),
        toOne([.message], .user, \Message.user, \User.messages, .cascade),
        toOne([.folder], .folder, \Folder.parent, \Folder.children, .cascade),
        {
            var shape = toOne([.player], .team, \Player.team, \Team.players, .cascade)
            shape.bounds = 1...3
            shape.isOrdered = true
            return shape
        }(),
        toOne([.dog, .cat, .human], .home, \Being.home, \Home.residents, .nullify),
        toOne([.dog], .dog, \Dog.mother, \Dog.puppies, .cascade),
    ]

    nonisolated(unsafe) static let joins: [JoinShape] = [
        JoinShape(
            owner: .album, other: .label, list: ListShape(\Album.labels), inverse: ListShape(\Label.albums)),
        JoinShape(owner: .user, other: .user, list: ListShape(\User.friends)),
        JoinShape(
            owner: .playlist, other: .tune, isOrdered: true, list: ListShape(\Playlist.songs),
            inverse: ListShape(\Tune.playlists)),
    ]

    /// Kinds whose text is unique.
    static let unique: Set<Kind> = [.label, .user, .human]

    private static func toOne<H: PersistentModel, T: PersistentModel>(
        _ holders: Set<Kind>, _ target: Kind, _ path: ReferenceWritableKeyPath<H, T?>,
        _ inverse: ReferenceWritableKeyPath<T, [H]>?, _ rule: Rule
    ) -> LinkShape {
        LinkShape(
            holders: holders, target: target, targetRule: rule,
            get: { unsafeDowncast($0, to: H.self)[keyPath: path] },
            set: { object, target in
                unsafeDowncast(object, to: H.self)[keyPath: path] = target.map { unsafeDowncast($0, to: T.self) }
            }, members: inverse.map { ListShape($0) })
    }

    /// - Parameter number: one that no other object of the run has.
    static func make(_ kind: Kind, _ text: String, _ number: Int, _ blog: Blog? = nil) -> AnyObjectOfModel {
        switch kind {
        case .album: Album(title: text)
        case .track: Track(title: text)
        case .cover: Cover(name: text)
        case .label: Label(name: text)
        case .shelf: Shelf(name: text)
        case .thing: Thing(name: text)
        case .blog: Blog(name: text)
        case .post: Post(title: text, blog: blog ?? Blog(name: text))
        case .user: User(key: text)
        case .message: Message(text: text)
        case .playlist: Playlist(name: text)
        case .tune: Tune(title: text)
        case .folder: Folder(name: text)
        case .team: Team(name: text)
        case .player: Player(name: text)
        case .home: Home(street: text)
        case .dog: Dog(name: text, number: number)
        case .cat: Cat(name: text, number: number)
        case .human: Human(name: "", number: number, email: text)
        }
    }

    static func fetch(_ kind: Kind, _ context: ModelContext) throws -> [AnyObjectOfModel] {
        switch kind {
        case .album: try context.all(Album.self)
        case .track: try context.all(Track.self)
        case .cover: try context.all(Cover.self)
        case .label: try context.all(Label.self)
        case .shelf: try context.all(Shelf.self)
        case .thing: try context.all(Thing.self)
        case .blog: try context.all(Blog.self)
        case .post: try context.all(Post.self)
        case .user: try context.all(User.self)
        case .message: try context.all(Message.self)
        case .playlist: try context.all(Playlist.self)
        case .tune: try context.all(Tune.self)
        case .folder: try context.all(Folder.self)
        case .team: try context.all(Team.self)
        case .player: try context.all(Player.self)
        case .home: try context.all(Home.self)
        case .dog: try context.all(Dog.self)
        case .cat: try context.all(Cat.self)
        case .human: try context.all(Human.self)
        }
    }

    static func text(_ object: AnyObjectOfModel) -> String {
        switch object {
        case let object as Album: object.title
        case let object as Track: object.title
        case let object as Cover: object.name
        case let object as Label: object.name
        case let object as Shelf: object.name
        case let object as Thing: object.name
        case let object as Blog: object.name
        case let object as Post: object.title
        case let object as User: object.key
        case let object as Message: object.text
        case let object as Playlist: object.name
        case let object as Tune: object.title
        case let object as Folder: object.name
        case let object as Team: object.name
        case let object as Player: object.name
        case let object as Home: object.street
        case let object as Human: object.email ?? "nil"
        case let object as Animal: object.name
        default: "?"
        }
    }

    static func setText(_ object: AnyObjectOfModel, _ text: String) {
        switch object {
        case let object as Album: object.title = text
        case let object as Track: object.title = text
        case let object as Cover: object.name = text
        case let object as Label: object.name = text
        case let object as Shelf: object.name = text
        case let object as Thing: object.name = text
        case let object as Blog: object.name = text
        case let object as Post: object.title = text
        case let object as User: object.key = text
        case let object as Message: object.text = text
        case let object as Playlist: object.name = text
        case let object as Tune: object.title = text
        case let object as Folder: object.name = text
        case let object as Team: object.name = text
        case let object as Player: object.name = text
        case let object as Home: object.street = text
        case let object as Human: object.email = text
        case let object as Animal: object.name = text
        default: break
        }
    }

    /// The initial number of a kind that has one.
    static func number(of kind: Kind) -> Int? {
        switch kind {
        case .album: 2_000
        case .track: 0
        case .player: 20
        case .dog: 4
        case .cat: 9
        default: nil
        }
    }

    static func hasNumber(_ kind: Kind) -> Bool { [.album, .track, .player, .user, .dog, .cat].contains(kind) }

    static func number(_ object: AnyObjectOfModel) -> Int? {
        switch object {
        case let object as Album: object.year
        case let object as Track: object.number
        case let object as Player: object.age
        case let object as User: object.age
        case let object as Dog: object.legs
        case let object as Cat: object.lives
        default: nil
        }
    }

    static func setNumber(_ object: AnyObjectOfModel, _ number: Int) {
        switch object {
        case let object as Album: object.year = number
        case let object as Track: object.number = number
        case let object as Player: object.age = number
        case let object as User: object.age = number
        case let object as Dog: object.legs = number
        case let object as Cat: object.lives = number
        default: break
        }
    }
}
