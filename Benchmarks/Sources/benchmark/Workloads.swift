import BenchmarkModels
import CBench
import Foundation
import ModelStorage

private typealias Task = BenchmarkModels.Task

/// The workloads, through the public API only. Each prints one line of JSON; its check value equals the floor's.
enum Workloads {
    static let names = ["W1", "W2", "W3", "W4", "W5", "W6L", "W6E", "W7", "W8", "W9", "W10"]

    struct Unknown: Error {
        let name: String
    }

    static func run(_ name: String, store url: URL) throws {
        let configuration = ModelConfiguration(url: url)
        if name == "W10" || name == "mkbase-unique" {
            let container = try ModelContainer(for: UniqueTask.self, configurations: configuration)
            try name == "W10" ? upsert(container) : makeUniqueBase(container)
            return
        }
        let container = try ModelContainer(for: Task.self, configurations: configuration)
        switch name {
        case "W1", "mkbase": try insert(container, name)
        case "W2": try fetchAll(container)
        case "W3": try lookUp(container)
        case "W4": try fetchSorted(container)
        case "W5": try update(container)
        case "W6L": try visitLists(container)
        case "W6E": try visitPrefetchedLists(container)
        case "W7": try delete(container)
        case "W8": try count(container)
        case "W9": try saveSingles(container)
        default: throw Unknown(name: name)
        }
    }

    private static func finish(_ name: String, _ check: Int) { bk_end("modelstorage", name, Int64(check)) }

    private static func makeTask(_ values: TaskValues, _ project: Project) -> Task {
        Task(
            title: values.title, notes: values.notes, isCompleted: values.isCompleted, priority: values.priority,
            createdAt: values.createdAt, dueDate: values.dueDate, uuid: values.uuid, project: project)
    }

    private static func insert(_ container: ModelContainer, _ name: String) throws {
        let tasks = TaskValues.all()
        let projects = ProjectValues.all()
        bk_begin()
        do {
            let context = ModelContext(container)
            var made: [Project] = []
            for values in projects {
                let project = Project(name: values.name, color: values.color)
                context.insert(project)
                made.append(project)
            }
            for values in tasks { context.insert(makeTask(values, made[values.project - 1])) }
            try context.save()
        }
        finish(name, tasks.count)
    }

    private static func fetchAll(_ container: ModelContainer) throws {
        bk_begin()
        var sum = 0
        do {
            let context = ModelContext(container)
            for task in try context.fetch(FetchDescriptor<Task>()) { sum += task.priority + task.title.utf8.count }
        }
        finish("W2", sum)
    }

    /// The identifiers of all tasks, in the order in which they were made.
    private static func identifiers(_ container: ModelContainer) throws -> [PersistentIdentifier] {
        try ModelContext(container).fetchIdentifiers(FetchDescriptor<Task>()).sorted()
    }

    private static func lookUp(_ container: ModelContainer) throws {
        let identifiers = try identifiers(container)
        let wanted = (0..<10_000).map { identifiers[Int(bk_random_id(Int64($0))) - 1] }
        bk_begin()
        var sum = 0
        do {
            let context = ModelContext(container)
            for identifier in wanted {
                if let task = context.model(for: identifier) as? Task { sum += task.priority + task.title.utf8.count }
            }
        }
        finish("W3", sum)
    }

    private static func fetchSorted(_ container: ModelContainer) throws {
        bk_begin()
        var sum = 0
        let context = ModelContext(container)
        let least = 3
        for _ in 0..<100 {
            var descriptor = FetchDescriptor<Task>(
                predicate: #Predicate { !$0.isCompleted && $0.priority >= least },
                sortBy: [SortDescriptor(\.dueDate, order: .reverse)])
            descriptor.fetchLimit = 1_000
            for task in try context.fetch(descriptor) { sum += task.priority + task.title.utf8.count }
        }
        finish("W4", sum)
    }

    private static func update(_ container: ModelContainer) throws {
        let identifiers = try identifiers(container)
        let context = ModelContext(container)
        let tasks = (0..<10_000).compactMap {
            context.model(for: identifiers[Int(bk_random_id(Int64($0))) - 1]) as? Task
        }
        bk_begin()
        for task in tasks {
            task.title += " changed"
            task.priority = (task.priority + 1) % 6
        }
        try context.save()
        finish("W5", tasks.count)
    }

    private static func visitLists(_ container: ModelContainer) throws {
        bk_begin()
        var sum = 0
        do {
            let context = ModelContext(container)
            for project in try context.fetch(FetchDescriptor<Project>()) {
                for task in project.tasks { sum += task.priority }
            }
        }
        finish("W6L", sum)
    }

    private static func visitPrefetchedLists(_ container: ModelContainer) throws {
        bk_begin()
        var sum = 0
        do {
            let context = ModelContext(container)
            var descriptor = FetchDescriptor<Project>()
            descriptor.relationshipKeyPathsForPrefetching = [\.tasks]
            for project in try context.fetch(descriptor) {
                for task in project.tasks { sum += task.priority }
            }
        }
        finish("W6E", sum)
    }

    private static func delete(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let projects = try context.fetch(FetchDescriptor<Project>())
        bk_begin()
        for index in stride(from: 0, to: projects.count, by: 2) { context.delete(projects[index]) }
        try context.save()
        finish("W7", 500)
    }

    private static func count(_ container: ModelContainer) throws {
        let identifiers = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Project>())
        bk_begin()
        var sum = 0
        let context = ModelContext(container)
        let least = 3
        for identifier in identifiers {
            sum += try context.fetchCount(
                FetchDescriptor<Task>(
                    predicate: #Predicate {
                        $0.project?.persistentModelID == identifier && !$0.isCompleted && $0.priority >= least
                    }))
        }
        finish("W8", sum)
    }

    private static func saveSingles(_ container: ModelContainer) throws {
        let rows = TaskValues.singles()
        let context = ModelContext(container)
        let projects = try context.fetch(FetchDescriptor<Project>())
        bk_begin()
        for values in rows {
            context.insert(makeTask(values, projects[values.project - 1]))
            try context.save()
        }
        finish("W9", rows.count)
    }

    private static func makeUniqueTask(_ values: TaskValues, _ project: UniqueProject) -> UniqueTask {
        UniqueTask(
            title: values.title, notes: values.notes, isCompleted: values.isCompleted, priority: values.priority,
            createdAt: values.createdAt, dueDate: values.dueDate, uuid: values.uuid, project: project)
    }

    private static func makeUniqueBase(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let projects = ProjectValues.all().map { UniqueProject(name: $0.name, color: $0.color) }
        for project in projects { context.insert(project) }
        for values in TaskValues.all() { context.insert(makeUniqueTask(values, projects[values.project - 1])) }
        bk_begin()
        try context.save()
        finish("mkbase-unique", 100_000)
    }

    private static func upsert(_ container: ModelContainer) throws {
        let rows = TaskValues.upserts()
        bk_begin()
        do {
            let context = ModelContext(container)
            let projects = try context.fetch(FetchDescriptor<UniqueProject>())
            for values in rows { context.insert(makeUniqueTask(values, projects[values.project - 1])) }
            try context.save()
        }
        finish("W10", rows.count)
    }
}
