import CSheafProvider
import Glibc
import ProviderTestHost
import SheafProvider
import Testing

/// Answers of the kit where a host asks for something that makes no sense.
@Suite struct ArgumentTests {
    private let host: TestHost
    private let document: TestDocument

    init() throws {
        host = try TestHost(FullProvider.table)
        document = try host.open("abc")
    }

    private func code(_ call: () throws -> Void) -> Int32? {
        do {
            try call()
            return 0
        } catch let refusal as Refusal {
            return refusal.code
        } catch {
            return nil
        }
    }

    @Test func renderingsThatCannotBeFilledAreRefused() {
        let breaks: [(Int32, (inout sheaf_render) -> Void)] = [
            (-EINVAL, { $0.size = 8 }), (-ENOTSUP, { $0.format = 9 }), (SHEAF_END, { $0.page = -1 }),
            (-EINVAL, { $0.scale = .nan }), (-EINVAL, { $0.scale = .infinity }), (-EINVAL, { $0.scale = 0 }),
            (-EINVAL, { $0.scale = -1 }), (-EINVAL, { $0.rotation = 45 }), (-EINVAL, { $0.x = -1 }),
            (-EINVAL, { $0.y = -1 }),
            (-EINVAL, { $0.width = 0 }), (-EINVAL, { $0.height = -3 }), (-EINVAL, { $0.stride = 19 }),
            (-EINVAL, { $0.stride = 21 }),
            (-EINVAL, { $0.stride = .max - 3 }), (-EINVAL, { $0.pixels = nil }), (-EINVAL, { $0.pixels += 1 }),
        ]
        for (number, (expected, adjust)) in breaks.enumerated() {
            let result = code { _ = try document.render(width: 5, height: 4, padding: 0, adjust: adjust) }
            #expect(result == expected, "break \(number)")
        }
    }

    /// A host that was built before there were traits has none to write to.
    @Test func aRenderingWithoutTraitsIsRendered() throws {
        let old = try document.render(width: 5, height: 4) { render in
            render.size = UInt32(MemoryLayout.offset(of: \sheaf_render.traits) ?? 0)
            render.traits = UnsafeMutablePointer(bitPattern: 16)
        }
        #expect(try old == document.render(width: 5, height: 4))
    }

    @Test func structuresThatDoNotCoverTheirFieldsAreRefused() {
        var (metrics, count, move) = (sheaf_metrics(), sheaf_count(), sheaf_move())
        #expect(code { try host.ask { host.table.metrics(document.pointer, $0, 0, &metrics) } } == -EINVAL)
        #expect(code { try host.ask { host.table.count(document.pointer, $0, &count) } } == -EINVAL)
        move.stage = SHEAF_MOVE_BEGIN
        #expect(code { try host.ask { host.table.move(document.pointer, $0, &move) } } == -EINVAL)
    }

    @Test func missingPointersAreRefused() {
        let (table, pointer) = (host.table, document.pointer)
        #expect(code { try host.ask { table.metrics(pointer, $0, 0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.metrics(nil, $0, 0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.render(pointer, $0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.count(pointer, $0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.page_ids(pointer, $0, 0, 1, nil, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.page_step(pointer, $0, -1, 0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.move(pointer, $0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.hit(pointer, $0, 0, 0, 0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.search(pointer, $0, 0, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.open(host.plugin, $0, nil, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.config(host.plugin, $0, nil, nil) } } == -EINVAL)
        #expect(code { try host.ask { table.probe(host.plugin, $0, nil, nil) } } == -EINVAL)
        table.close(nil)
        table.trim(nil, 1)
    }

    @Test func numbersThatNameNothingAreRefused() {
        let (table, pointer) = (host.table, document.pointer)
        #expect(code { try host.ask { table.appearance(pointer, $0, 0, 9) } } == -EINVAL)
        #expect(code { try document.move(9, page: 0, to: 0) } == -EINVAL)
        #expect(code { try document.move(SHEAF_MOVE_BEGIN, page: 0, to: -1) } == -EINVAL)
        #expect(code { _ = try document.pages(from: -1, length: 1) } == -EINVAL)
        #expect(code { _ = try document.page(1, from: -2) } == SHEAF_END)
        #expect(code { _ = try document.metrics(-1) } == SHEAF_END)
        #expect(document.hit(-1, x: 0, y: 0).result == SHEAF_END)
    }
}
