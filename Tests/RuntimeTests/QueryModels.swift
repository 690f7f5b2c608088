import ModelStorage

// A hierarchy of three levels and two branches, as `modelgen` would write it.

nonisolated class Vehicle: ModelObject, PersistentModel {
    final var name: String {
        get {
            _$get(0)
            return _$_name
        }
        set {
            _$willSet(0)
            _$_name = newValue
            _$didSet(0)
        }
    }
    final var keeper: Keeper? {
        get {
            _$get(1)
            return _$target(_$_keeper, 1, as: Keeper.self)
        }
        set { _$setTarget(1, newValue) }
    }

    init(name: String, keeper: Keeper? = nil) {
        _$_name = name
        super.init()
        if let keeper { _$setTarget(1, keeper) }
    }

    @exclusivity(unchecked) private final var _$_name: String
    @exclusivity(unchecked) private final var _$_keeper: Int64 = 0

    required init(_$row row: _$Row) {
        _$_name = row.string(3)
        _$_keeper = row.link(4)
        super.init(_$row: row)
    }
    override func _$load(_ row: _$Row, keeping kept: UInt64) {
        if kept & 1 == 0 { _$_name = row.string(3) }
        if kept & 2 == 0 { _$_keeper = row.link(4) }
    }
    override func _$bind(_ statement: _$Binder, _ mask: UInt64) {
        if mask & 1 != 0 { statement.string(_$_name) }
        if mask & 2 != 0 { statement.link(_$_keeper) }
    }
    override func _$link(_ index: Int) -> Int64 { index == 1 ? _$_keeper : super._$link(index) }
    override func _$setLink(_ index: Int, _ id: Int64) {
        if index == 1 { _$_keeper = id } else { super._$setLink(index, id) }
    }
    override class var _$entity: _$Entity { _$table }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    private static let _$table = _$Entity(
        Vehicle.self, name: "Vehicle", table: "Vehicle", schema: { Garage.schema }
    ) { model in
        model.attribute("name", \Vehicle.name, .string, column: "name")
        model.toOne(
            "keeper", \Vehicle.keeper, "Keeper", isOptional: true, inverse: "vehicles", storage: .column("keeper"))
    }
}

nonisolated class Car: Vehicle {
    final var doors: Int {
        get {
            _$get(2)
            return _$_doors
        }
        set {
            _$willSet(2)
            _$_doors = newValue
            _$didSet(2)
        }
    }

    init(name: String, keeper: Keeper? = nil, doors: Int) {
        _$_doors = doors
        super.init(name: name, keeper: keeper)
    }

    @exclusivity(unchecked) private final var _$_doors: Int

    required init(_$row row: _$Row) {
        _$_doors = row.int(5)
        super.init(_$row: row)
    }
    override func _$load(_ row: _$Row, keeping kept: UInt64) {
        super._$load(row, keeping: kept)
        if kept & 4 == 0 { _$_doors = row.int(5) }
    }
    override func _$bind(_ statement: _$Binder, _ mask: UInt64) {
        super._$bind(statement, mask)
        if mask & 4 != 0 { statement.int(_$_doors) }
    }
    override class var _$entity: _$Entity { _$table }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    private static let _$table = _$Entity(
        Car.self, name: "Car", table: "Vehicle", schema: { Garage.schema }
    ) { model in
        model.inherits(Vehicle.self)
        model.inherited("name", \Car.name)
        model.inherited("keeper", \Car.keeper)
        model.attribute("doors", \Car.doors, .int, column: "Car.doors")
    }
}

nonisolated final class Racer: Car {
    var speed: Int? {
        get {
            _$get(3)
            return _$_speed
        }
        set {
            _$willSet(3)
            _$_speed = newValue
            _$didSet(3)
        }
    }

    init(name: String, keeper: Keeper? = nil, doors: Int, speed: Int?) {
        _$_speed = speed
        super.init(name: name, keeper: keeper, doors: doors)
    }

    @exclusivity(unchecked) private final var _$_speed: Int?

    required init(_$row row: _$Row) {
        _$_speed = row.optionalInt(6)
        super.init(_$row: row)
    }
    override func _$load(_ row: _$Row, keeping kept: UInt64) {
        super._$load(row, keeping: kept)
        if kept & 8 == 0 { _$_speed = row.optionalInt(6) }
    }
    override func _$bind(_ statement: _$Binder, _ mask: UInt64) {
        super._$bind(statement, mask)
        if mask & 8 != 0 { statement.optionalInt(_$_speed) }
    }
    override class var _$entity: _$Entity { _$table }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    private static let _$table = _$Entity(
        Racer.self, name: "Racer", table: "Vehicle", schema: { Garage.schema }
    ) { model in
        model.inherits(Car.self)
        model.inherited("name", \Racer.name)
        model.inherited("keeper", \Racer.keeper)
        model.inherited("doors", \Racer.doors)
        model.attribute("speed", \Racer.speed, .int, isOptional: true, column: "Racer.speed")
    }
}

nonisolated final class Keeper: ModelObject, PersistentModel {
    var name: String {
        get {
            _$get(0)
            return _$_name
        }
        set {
            _$willSet(0)
            _$_name = newValue
            _$didSet(0)
        }
    }
    var vehicles: [Vehicle] {
        get {
            _$get(1)
            return _$elements(_$_vehicles, 1, as: Vehicle.self)
        }
        _modify {
            let list = _$open(1)
            defer { _$close(1, list) }
            yield &list[as: Vehicle.self]
        }
    }

    init(name: String) {
        _$_name = name
        super.init()
    }

    @exclusivity(unchecked) private final var _$_name: String
    @exclusivity(unchecked) private final var _$_vehicles: _$ToMany?

    required init(_$row row: _$Row) {
        _$_name = row.string(2)
        super.init(_$row: row)
    }
    override func _$load(_ row: _$Row, keeping kept: UInt64) { if kept & 1 == 0 { _$_name = row.string(2) } }
    override func _$bind(_ statement: _$Binder, _ mask: UInt64) { if mask & 1 != 0 { statement.string(_$_name) } }
    override func _$list(_ index: Int) -> _$ToMany? { index == 1 ? _$_vehicles : super._$list(index) }
    override func _$setList(_ index: Int, _ list: _$ToMany?) {
        if index == 1 { _$_vehicles = list } else { super._$setList(index, list) }
    }
    override class var _$entity: _$Entity { _$table }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    private static let _$table = _$Entity(
        Keeper.self, name: "Keeper", table: "Keeper", schema: { Garage.schema }
    ) { model in
        model.attribute("name", \Keeper.name, .string, column: "name")
        model.toMany("vehicles", \Keeper.vehicles, "Vehicle", inverse: "keeper", storage: .inverseColumn("keeper"))
    }
}

enum Garage {
    static let schema = _$Schema(
        name: "Garage", version: Schema.Version(1, 0, 0), fingerprint: "fdb73edfa51f9e4ff372db2cc317814d",
        models: [Vehicle.self, Car.self, Racer.self, Keeper.self])

    /// Keepers and vehicles of all classes in a store in memory.
    static func context(saved: Bool) throws -> ModelContext {
        let container = try ModelContainer(
            for: Vehicle.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let ann = Keeper(name: "Ann")
        let bob = Keeper(name: "Bob")
        let all: [Vehicle] = [
            Vehicle(name: "cart"), Vehicle(name: "sledge", keeper: ann), Car(name: "van", keeper: ann, doors: 5),
            Car(name: "mini", doors: 3), Racer(name: "dart", keeper: bob, doors: 2, speed: 300),
            Racer(name: "slug", keeper: bob, doors: 3, speed: nil),
        ]
        for vehicle in all { context.insert(vehicle) }
        if saved {
            try context.save()
            return ModelContext(container)
        }
        return context
    }
}
