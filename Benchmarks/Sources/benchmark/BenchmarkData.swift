import CBench
import Foundation

/// The data set as plain values, made before the clock starts.
struct TaskValues {
    var title: String
    var notes: String?
    var isCompleted: Bool
    var priority: Int
    var createdAt: Date
    var dueDate: Date?
    var uuid: UUID
    /// From 1.
    var project: Int

    init(_ task: inout bk_task) {
        let titleLength = Int(task.title_len)
        title = withUnsafeBytes(of: &task.title) { String(decoding: $0.prefix(titleLength), as: UTF8.self) }
        let notesLength = Int(task.notes_len)
        notes =
            notesLength < 0
            ? nil : withUnsafeBytes(of: &task.notes) { String(decoding: $0.prefix(notesLength), as: UTF8.self) }
        isCompleted = task.completed != 0
        priority = Int(task.priority)
        createdAt = Date(timeIntervalSince1970: task.created_at)
        dueDate = task.due_date < 0 ? nil : Date(timeIntervalSince1970: task.due_date)
        uuid = UUID(uuid: task.uuid)
        project = Int(task.project_id)
    }

    static func all() -> [TaskValues] {
        var task = bk_task()
        return (0..<Int64(BK_TASKS)).map { index in
            bk_task_make(index, &task)
            return TaskValues(&task)
        }
    }

    /// W9: one new task for each project.
    static func singles() -> [TaskValues] {
        var task = bk_task()
        return (0..<1_000).map { index in
            bk_task_make(Int64(BK_TASKS) + Int64(index), &task)
            var values = TaskValues(&task)
            values.project = index + 1
            return values
        }
    }

    /// W10: half collide with stored tasks.
    static func upserts() -> [TaskValues] {
        var task = bk_task()
        return (0..<50_000).map { index in
            bk_upsert_make(Int64(index), &task)
            return TaskValues(&task)
        }
    }
}

struct ProjectValues {
    var name: String
    var color: String

    static func all() -> [ProjectValues] {
        (0..<Int64(BK_PROJECTS)).map { index in
            var name = [CChar](repeating: 0, count: 32)
            var color = [CChar](repeating: 0, count: 16)
            bk_project_make(index, &name, &color)
            return ProjectValues(name: text(name), color: text(color))
        }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
