import Glibc
import HostProtocol
import HostSupervision
import SheafOS
import Testing

@testable import SheafDocuments

/// Files of open documents that are written, replaced and deleted.
@Suite struct DocumentChangeTests {
    private func pattern(_ lines: String) -> String { "sheaf-pattern 1\n\(lines)\n" }

    @Test func fileWrittenInPlaceIsOpenedAgain() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openFile()
        let before = document.opened.identity
        try test.write(pattern("order = 7, 0"))
        try test.run { !test.changes.isEmpty }
        #expect(test.changes.map(\.change) == [.all] && test.changes[0].document === document)
        #expect(document.opened.count == .exact(2) && document.opened.firstPage == 7)
        #expect(try test.ids(of: document) == [7, 0])
        #expect(document.opened.identity.inode == before.inode && document.opened.identity != before)
        // It is found where it is now.
        #expect(try test.openFile() === document)
        try test.write(pattern("order = 1"))
        try test.run { test.changes.count == 2 }
        #expect(try test.ids(of: document) == [1])
    }

    @Test func fileOfTheLibraryIsFollowedByItsPath() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openPath()
        let before = document.opened.identity
        for page in 3...5 as ClosedRange<Int64> {
            try test.replace(with: pattern("order = \(page)"))
            try test.run { test.changes.count == Int(page) - 2 }
            #expect(try test.ids(of: document) == [page])
        }
        #expect(document.opened.identity != before)
        #expect(try test.openPath() === document)
        // The new file is watched as the old one was.
        try test.write(pattern("order = 6"))
        try test.run { test.changes.count == 4 }
        #expect(try test.ids(of: document) == [6])
        #expect(test.changes.allSatisfy { $0.change == .all && $0.document === document })
    }

    /// Where no file is watched, whoever wants what is new asks for it.
    @Test func fileThatIsReplacedUnwatchedComesWithAReload() throws {
        let test = try TestTable(isWatching: false)
        try test.write(pattern("order = 0-2"))
        let document = try test.openPath()
        func reload() throws -> HostError? {
            var failure: HostError??
            test.table.reload(document) { failure = .some($0) }
            try test.run { failure != nil }
            return failure ?? nil
        }
        #expect(try reload() == nil && test.changes.isEmpty)
        try test.replace(with: pattern("order = 5, 6"))
        #expect(try reload() == nil)
        #expect(try test.ids(of: document) == [5, 6])
        #expect(test.changes.map(\.change) == [.all])
        // What was read of it is there still when its name has gone.
        #expect(unlink("\(test.folder)/document") == 0)
        #expect(try reload() == nil)
        #expect(try test.ids(of: document) == [5, 6])
    }

    @Test func fileOfADescriptorIsNotFollowedByItsPath() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openFile()
        try test.replace(with: pattern("order = 5"))
        try test.settle()
        #expect(test.changes.isEmpty)
        #expect(try test.ids(of: document) == [0, 1, 2])
        #expect(try test.openFile() !== document)
    }

    @Test func halfWrittenFileIsServedAsItWas() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let byPath = try test.openPath()
        let byDescriptor = try test.openFile()
        try test.write("sheaf-pattern 1\norder = 4, 4")
        try test.settle()
        #expect(test.changes.isEmpty)
        for document in [byPath, byDescriptor] {
            #expect(document.opened.count == .exact(3))
            #expect(try test.ids(of: document) == [0, 1, 2])
            #expect(document.opened.failure == nil)
        }
        try test.replace(with: "nothing of the kind")
        try test.settle()
        #expect(test.changes.isEmpty)
        #expect(try test.ids(of: byPath) == [0, 1, 2])
        try test.write(pattern("order = 4, 5"))
        try test.run { !test.changes.isEmpty }
        #expect(try test.ids(of: byPath) == [4, 5])
        #expect(try test.ids(of: byDescriptor) == [0, 1, 2])
    }

    @Test func deletedFileGoesOnBeingServed() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openPath()
        #expect(unlink("\(test.folder)/document") == 0)
        try test.settle()
        #expect(test.changes.isEmpty)
        #expect(try test.ids(of: document) == [0, 1, 2])
        try test.write(pattern("order = 9"))
        try test.run { !test.changes.isEmpty }
        #expect(try test.ids(of: document) == [9])
    }

    @Test func fileThatIsTouchedOrReadIsNoNews() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openPath()
        _ = try test.openFile()
        let number = open("\(test.folder)/document", O_RDWR | O_CLOEXEC)
        close(number)
        try test.settle()
        #expect(test.changes.isEmpty)
        #expect(try test.ids(of: document) == [0, 1, 2])
    }

    @Test func whatHappensBeforeTheDocumentIsOpenIsToldThen() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let file = SharedDescriptor(try FileDescriptor.open("\(test.folder)/document"))
        let examined = try test.result {
            test.supervisor.examine(.descriptor(file), owner: .library, completion: $0)
        }.get()
        let watch = try DocumentWatch(of: examined, from: .descriptor(file), by: test.watcher)
        try test.write(pattern("order = 0"))
        try test.settle()
        var told: [FileChange] = []
        watch.begin { told.append($0) }
        #expect(told == [.rewritten])
    }

    @Test func closedDocumentIsNotWatched() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openPath()
        try test.write(pattern("order = 1"))
        test.table.release([document], of: 1)
        try test.settle()
        #expect(test.changes.isEmpty && test.table.count == 0)
    }

    @Test func documentClosedWhileItIsBeingOpenedAgainIsForgotten() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        var document: ServedDocument? = try test.openPath()
        document?.reopening?.reopen()
        if let document { test.table.release([document], of: 1) }
        document = nil
        try test.settle()
        #expect(test.changes.isEmpty && test.table.count == 0)
    }

    @Test func providersOwnChangeOpensItAgain() throws {
        let test = try TestTable()
        try test.write(pattern("order = 0-2"))
        let document = try test.openFile()
        document.opened.changed(.pages)
        document.opened.changed(.all)
        document.opened.changed(.all)
        try test.run { test.changes.count == 3 }
        #expect(test.changes.map(\.change) == [.pages, .all, .all])
        #expect(try test.ids(of: document) == [0, 1, 2])
    }
}
