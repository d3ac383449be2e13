import Foundation
import SheafInterface
import Testing
import Varlink

/// A scan where hosts may do little: the library's threads work in the sandbox.
@Suite struct DjVuTests {
    @Test func aScanIsShownAndReadInTheSandbox() throws {
        let service = try RunningService(providers: ["sheaf-djvu", "sheaf-mupdf"])
        let script = """
            set -e
            cd '\(service.folder.path)'
            vips black black.v 90 60
            vips linear black.v grey.v 1 128 --uchar
            vips copy grey.v photo.pgm
            c44 -dpi 72 photo.pgm scan.djvu
            djvused -e 'select 1; set-txt text; save' scan.djvu
            """
        try Data("(page 0 0 90 60 (line 9 9 50 20 (word 9 9 50 20 \"word\")))".utf8)
            .write(to: service.folder.appendingPathComponent("text"))
        let made = try Command.run("/bin/sh", ["-c", script])
        try #require(made.status == 0, "\(made.errors)")
        let path = service.folder.appendingPathComponent("scan.djvu").path
        let reader = try TestReader(service, path, width: 90, height: 60)
        #expect(reader.opened.document.provider == "djvu")
        let page = try reader.page(0)
        #expect((page.page.width, page.page.height) == (90, 60))
        #expect(page.bytes[0] == page.bytes[1] && abs(Int(page.bytes[0]) - 128) < 4)
        #expect(try reader.text().runs.map(\.text) == ["word\n"])
    }
}
