/// Groups of changes that can be undone and done again.
///
/// Foundation's class of this name does not exist on Linux; this one has its verbs. Give it to a context
/// (``ModelContext/undoManager``), which then registers what changes. Like a context, it belongs to one isolation.
///
/// With ``groupsByEvent``, all changes of one turn are undone together: for the main context a turn of the main actor,
/// whatever is saved meanwhile; for other contexts what lies between two calls of `save()` or `processPendingChanges()`.
public final class UndoManager {
    /// A group of actions: the closures undo them, last one first.
    private final class Group {
        var actions: [(target: ObjectIdentifier, run: () -> Void)] = []
        var name = ""
    }

    /// Whether changes outside ``beginUndoGrouping()`` and ``endUndoGrouping()`` are grouped by turns. Without it each of
    /// them is a group of its own.
    public var groupsByEvent = true {
        didSet { if !groupsByEvent { endEvent() } }
    }
    /// How many groups are kept at the most; 0 for all.
    public var levelsOfUndo = 0 { didSet { trim() } }
    /// How many groups are open inside each other.
    public private(set) var groupingLevel = 0
    public private(set) var isUndoing = false
    public private(set) var isRedoing = false

    private var undoGroups: [Group] = []
    private var redoGroups: [Group] = []
    private var open: Group?
    /// The open group was not asked for: it ends with the turn.
    private var isEvent = false
    private var disabled = 0
    /// Counts groups, so that who registers notices a new one.
    private(set) var groupNumber = 0

    public init() {}

    // MARK: Registering

    public var isUndoRegistrationEnabled: Bool { disabled == 0 }

    /// From here on nothing is registered, until as many calls of ``enableUndoRegistration()`` have followed.
    public func disableUndoRegistration() { disabled += 1 }
    public func enableUndoRegistration() { disabled = max(disabled - 1, 0) }

    /// Registers what undoes a change. While something is being undone, it is what does it again.
    public func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
        guard isUndoRegistrationEnabled else { return }
        let group: Group
        if let open {
            group = open
        } else {
            beginGroup()
            isEvent = true
            group = open ?? Group()
        }
        group.actions.append((ObjectIdentifier(target), { handler(target) }))
        if !isUndoing && !isRedoing { redoGroups.removeAll() }
        if isEvent, !groupsByEvent, !isUndoing, !isRedoing { endEvent() }
    }

    /// Begins a group, which is undone as a whole; groups inside it belong to it.
    public func beginUndoGrouping() {
        if isEvent { endEvent() }
        if groupingLevel == 0 { beginGroup() } else { groupingLevel += 1 }
    }

    /// Ends the group that was begun last.
    public func endUndoGrouping() {
        guard groupingLevel > 0 else { return }
        groupingLevel -= 1
        if groupingLevel == 0 { close() }
    }

    /// Ends the group of a turn, if one is open.
    func endEvent() {
        guard isEvent, !isUndoing, !isRedoing else { return }
        isEvent = false
        groupingLevel = 0
        close()
    }

    private func beginGroup() {
        open = Group()
        groupingLevel = 1
        groupNumber += 1
    }

    private func close() {
        guard let group = open else { return }
        open = nil
        groupNumber += 1
        if group.actions.isEmpty { return }
        if isUndoing { redoGroups.append(group) } else { undoGroups.append(group) }
        trim()
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        undoGroups.removeFirst(max(undoGroups.count - levelsOfUndo, 0))
        redoGroups.removeFirst(max(redoGroups.count - levelsOfUndo, 0))
    }

    // MARK: Undoing

    public var canUndo: Bool { !undoGroups.isEmpty || open?.actions.isEmpty == false }
    public var canRedo: Bool { !redoGroups.isEmpty }
    public var undoCount: Int { undoGroups.count + (open?.actions.isEmpty == false ? 1 : 0) }
    public var redoCount: Int { redoGroups.count }

    /// Undoes the last group; one that is open is ended first.
    public func undo() {
        endOpenGroup()
        undoNestedGroup()
    }

    /// Undoes the last group that was ended.
    public func undoNestedGroup() {
        guard !isUndoing, !isRedoing, let group = undoGroups.popLast() else { return }
        isUndoing = true
        run(group)
        isUndoing = false
    }

    /// Does again what was undone last.
    public func redo() {
        endOpenGroup()
        guard !isUndoing, !isRedoing, let group = redoGroups.popLast() else { return }
        isRedoing = true
        run(group)
        isRedoing = false
    }

    private func endOpenGroup() {
        guard !isUndoing, !isRedoing, open != nil else { return }
        isEvent = false
        groupingLevel = 0
        close()
    }

    private func run(_ group: Group) {
        beginGroup()
        open?.name = group.name
        for action in group.actions.reversed() { action.run() }
        isEvent = false
        groupingLevel = 0
        close()
    }

    public func removeAllActions() {
        undoGroups.removeAll()
        redoGroups.removeAll()
        open?.actions.removeAll()
        groupNumber += 1
    }

    public func removeAllActions(withTarget target: AnyObject) {
        let target = ObjectIdentifier(target)
        for group in undoGroups + redoGroups { group.actions.removeAll { $0.target == target } }
        open?.actions.removeAll { $0.target == target }
        undoGroups.removeAll { $0.actions.isEmpty }
        redoGroups.removeAll { $0.actions.isEmpty }
        groupNumber += 1
    }

    // MARK: Names

    /// Names the group that is open, or the last one, for menus.
    public func setActionName(_ name: String) { (open ?? undoGroups.last)?.name = name }
    public var undoActionName: String { (open ?? undoGroups.last)?.name ?? "" }
    public var redoActionName: String { redoGroups.last?.name ?? "" }
    public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
    public func undoMenuTitle(forUndoActionName name: String) -> String { name.isEmpty ? "Undo" : "Undo \(name)" }
    public func redoMenuTitle(forUndoActionName name: String) -> String { name.isEmpty ? "Redo" : "Redo \(name)" }
}
