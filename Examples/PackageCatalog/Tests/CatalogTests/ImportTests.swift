import Catalog
import Foundation
import ModelStorage
import Testing

import class Catalog.Tag  // Testing has a type of this name, too

@Suite struct ImportTests {
    private let index = """
        Package: bash
        Maintainer: Ada <ada@example.org>
        Section: shells
        Installed-Size: 700
        Depends: base-files (>= 2), libc6 | musl
        Tag: role::program, use::shell
        Description: a shell

        Package: dash
        Maintainer: Ada <ada@example.org>
        Section: shells
        Installed-Size: 90
        Depends: libc6
        Tag: role::program
        Description: a smaller shell
         It is quick.

        Package: libc6
        Maintainer: Ben <ben@example.org>
        Section: libs
        Installed-Size: 12000
        Description: the C library
        """

    @Test func anIndexBecomesModels() throws {
        let container = try memory()
        let done = try container.take(index)
        #expect(done.added == 3 && done.updated == 0 && done.batches == 2)

        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Section>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Maintainer>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 2)
        let bash = try #require(try context.packages(named: "bash").first)
        #expect(bash.maintainer?.email == "ada@example.org")
        #expect(Set(bash.tags.map(\.name)) == ["role::program", "use::shell"])
        #expect(bash.dependencies.count == 3)
        let dash = try #require(try context.packages(named: "dash").first)
        #expect(dash.details == "It is quick.")
    }

    @Test func questionsHaveAnswers() throws {
        let container = try memory()
        try container.take(index)
        let context = ModelContext(container)
        #expect(try context.largestPackages(limit: 2).map(\.name) == ["libc6", "bash"])
        #expect(try context.largestPackages(in: "shells", limit: 9).map(\.name) == ["bash", "dash"])
        let dependents = try context.dependents(on: "libc6", kinds: [.depends], limit: 1)
        #expect(dependents.first.map(\.name) == ["bash"] && dependents.count == 2)
        #expect(try context.dependents(on: "libc6", kinds: [.suggests], limit: 1).count == 0)
        #expect(try context.packages(describedBy: "shell", limit: 9).map(\.name) == ["bash", "dash"])
        #expect(try context.packages(describedBy: "QUICK", limit: 9).map(\.name) == ["dash"])
        #expect(try context.maintainers(matching: "ada").first?.packages.count == 2)
        #expect(try context.packages(tagged: "role::program", limit: 9).map(\.name) == ["bash", "dash"])
    }

    @Test func aSecondImportUpdates() throws {
        let container = try memory()
        try container.take(index)
        let first = try #require(try ModelContext(container).packages(named: "bash").first).persistentModelID
        let done = try container.take(
            """
            Package: bash
            Maintainer: Cem <cem@example.org>
            Section: shells
            Installed-Size: 800
            Depends: base-files (>= 3)
            Tag: role::program, new::tag
            Description: a shell

            Package: fish
            """)
        #expect(done.run == 2 && done.added == 1 && done.updated == 1)

        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Package>()) == 4)
        #expect(try context.fetchCount(FetchDescriptor<Section>()) == 2)
        let bash = try #require(try context.packages(named: "bash").first)
        #expect(bash.persistentModelID == first)
        #expect(bash.installedSize == 800)
        #expect(bash.maintainer?.name == "Cem")
        #expect(Set(bash.tags.map(\.name)) == ["role::program", "new::tag"])
        #expect(bash.dependencies.map(\.constraint?.version) == ["3"])
        #expect(try Audit(context).isConsistent)
    }

    @Test func whatTheIndexDoesNotNameAnyMoreIsPruned() throws {
        let container = try memory()
        try container.take(index)
        let done = try container.take("Package: dash\n", batchSize: 1, prunes: true)
        #expect(done.removed == 2)
        let context = ModelContext(container)
        #expect(try context.fetch(FetchDescriptor<Package>()).map(\.name) == ["dash"])
        #expect(try context.fetchCount(FetchDescriptor<Dependency>()) == 0)
        #expect(try Audit(context).isConsistent)
    }

    @Test func aPackageNamedTwiceIsOneRow() throws {
        let container = try memory()
        let done = try container.take("Package: a\nVersion: 1\n\nPackage: a\nVersion: 2\n")
        #expect(done.added == 1)
        let context = ModelContext(container)
        #expect(try context.packages(named: "a").map(\.version) == ["2"])
        #expect(try Audit(context).isConsistent)
    }

    @Test func anIndexWithoutPackagesIsRefused() throws {
        let container = try memory()
        #expect(throws: Importer.ImportError.self) { try container.take("Hello: world\n") }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<ImportRun>()) == 0)
    }

    @Test func batchesAddUpToTheRows() throws {
        let container = try memory()
        try container.take((0..<25).map { "Package: p\($0)\n\n" }.joined(), batchSize: 4)
        let audit = try Audit(ModelContext(container))
        #expect(audit.packages == 25 && audit.recorded == 25 && audit.batches == 7 && audit.runs == 1)
        #expect(audit.isConsistent && audit.unfinishedRuns == 0)
    }
}
