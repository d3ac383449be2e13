import Foundation
import Glibc
import SheafInterface
import SheafOS
import Synchronization
import TestSupport
import Testing
import Varlink

/// Documents that are made to harm whoever opens them (Tests/System/clients/bad_documents.py): they
/// are opened, or refused with a reason; the service goes on, and so does who reads something else.
@Suite struct BadDocumentTests {
    // MARK: Made to harm

    @Test func documentsThatAreMadeToHarmAreShownOrRefused() throws {
        let scene = try HarmScene()
        let made = try Command.run(
            "/usr/bin/python3",
            [
                Build.project.appendingPathComponent("Tests/System/clients/bad_documents.py").path,
                scene.service.folder.path,
            ])
        try #require(made.status == 0, "\(made.errors)")
        // Only this one is in order; the others may come to anything that is said, which differs by MuPDF's version.
        let sound: Set = ["huge.pdf"]
        for name in [
            "arrays.pdf", "dictionaries.pdf", "states.pdf", "marks.pdf", "outline.pdf", "huge.pdf", "nested.fb2",
            "bomb.epub", "bomb.cbz", "empty.bin", "sparse.pdf",
        ] {
            let outcome = try scene.open(scene.service.folder.appendingPathComponent(name).path)
            print("\(name): \(outcome.word)")
            if sound.contains(name) {
                guard case .shown = outcome else {
                    Issue.record("\(name): \(outcome)")
                    continue
                }
            }
            try scene.expectNeighbour()
        }
        #expect(scene.service.process.isRunning)
    }

    /// 200 inches are 14,400 points: the page is shown as large as the viewport wants it.
    @Test func aPageOf200InchesIsShownInItsViewport() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let made = try Command.run(
            "/usr/bin/python3",
            [Build.project.appendingPathComponent("Tests/System/clients/bad_documents.py").path, service.folder.path])
        try #require(made.status == 0, "\(made.errors)")
        let reader = try TestReader(
            service, service.folder.appendingPathComponent("huge.pdf").path, width: 300, height: 400)
        let page = try reader.page(0).page
        #expect(page.width == 300 && page.height == 300)
    }

    /// A pipe that nobody ever writes to is refused: whoever read from it would wait.
    @Test func aPipeThatNeverDeliversIsRefused() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = service.folder.appendingPathComponent("fifo").path
        try #require(mkfifo(path, 0o600) == 0)
        guard case .notAFile = try failure(of: { _ = try TestReader(service, path) }) else {
            Issue.record("it is taken for a file")
            return
        }
    }

    /// A page of a file that is cut off while it is drawn is an error, or what it was.
    @Test func aFileThatIsTruncatedAndWrittenAnewWhileItIsReadHarmsNobody() throws {
        let scene = try HarmScene()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Documents.policy.get()))
        let path = try scene.service.file("changing.pdf", whole)
        let reader = try TestReader(scene.service, path)
        let mayEnd = Mutex(false)
        let writer = Thread {
            let number = open(path, O_WRONLY | O_CLOEXEC)
            defer { close(number) }
            while !mayEnd.withLock({ $0 }) {
                for size in [whole.count / 2, 100, 0] {
                    ftruncate(number, off_t(size))
                    usleep(2_000)
                }
                whole.withUnsafeBytes { _ = pwrite(number, $0.baseAddress, $0.count, 0) }
                usleep(2_000)
            }
        }
        writer.start()
        var outcomes: [String: Int] = [:]
        for index in 0..<60 {
            do {
                try reader.release(reader.page(index).page)
                outcomes["shown", default: 0] += 1
            } catch {
                outcomes[HarmOutcome.name(of: try HarmScene.declared(error)), default: 0] += 1
            }
        }
        mayEnd.withLock { $0 = true }
        try scene.expectNeighbour()
        print("pages of a file that was truncated: \(outcomes)")
        #expect(scene.service.process.isRunning)
        let sound = try scene.service.file("sound.pdf", whole)
        #expect(try TestReader(scene.service, sound).page(0).page.index == 0)
    }
}
