/// Finds what keeps a first object from being made: required to-ones in a circle. One link of each circle has to become
/// optional.
enum RequiredCircles {
    static let reason = "objects require each other in a circle, so that none could be made first"

    /// A relationship, by positions.
    struct Link: Hashable {
        var model: Int
        var relationship: Int
    }

    /// The links that, once they are optional, leave no circle.
    static func links(in models: [DraftModel]) -> [Link] {
        var search = Search(models)
        var links: [Link] = []
        while let link = search.linkOfCircle() {
            links.append(link)
            search.broken.insert(link)
        }
        return links
    }

    private struct Search {
        let models: [DraftModel]
        /// By name.
        let indices: [String: Int]
        /// The model and its ancestors, as positions.
        let lineages: [[Int]]
        var broken: Set<Link> = []

        init(_ models: [DraftModel]) {
            self.models = models
            let indices = Dictionary(models.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
            self.indices = indices
            lineages = models.indices.map { index in
                var lineage = [index]
                while let parent = models[lineage[lineage.count - 1]].inherits.flatMap({ indices[$0] }),
                    !lineage.contains(parent)
                {
                    lineage.append(parent)
                }
                return lineage
            }
        }

        private func required(of index: Int) -> [Link] {
            lineages[index].flatMap { owner in
                models[owner].relationships.indices.map { Link(model: owner, relationship: $0) }
            }.filter { link in
                let relationship = models[link.model].relationships[link.relationship]
                return !relationship.isToMany && !relationship.isOptional && !broken.contains(link)
            }
        }

        private func destination(of link: Link) -> Int? {
            indices[models[link.model].relationships[link.relationship].destination]
        }

        func linkOfCircle() -> Link? {
            // Models are makeable once all that they require is; a model is so through any of its heirs.
            var makeable: Set<Int> = []
            var isSatisfied: Set<Int> = []
            var isChanged = true
            while isChanged {
                isChanged = false
                for index in models.indices where !makeable.contains(index) {
                    guard required(of: index).allSatisfy({ destination(of: $0).map(isSatisfied.contains) ?? true })
                    else { continue }
                    isChanged = makeable.insert(index).inserted
                    isSatisfied.formUnion(lineages[index])
                }
            }
            // What is left waits on a circle; follow the links until a model is met again.
            guard var index = models.indices.first(where: { !makeable.contains($0) }) else { return nil }
            var seen: Set<Int> = []
            while true {
                let blocking = required(of: index).first {
                    destination(of: $0).map { !isSatisfied.contains($0) } ?? false
                }
                guard let blocking, let next = destination(of: blocking) else { return nil }
                guard seen.insert(index).inserted else { return blocking }
                index = next
            }
        }
    }
}
