import CSheafProvider
import Glibc
import ProviderTestHost
import SheafProvider
import Testing

@Suite struct TableTests {
    /// Which of the functions that may be missing are there.
    private func capabilities(of table: sheaf_provider) -> [String: Bool] {
        [
            "config": table.config != nil, "probe": table.probe != nil, "count": table.count != nil,
            "page_ids": table.page_ids != nil, "page_step": table.page_step != nil, "prefetch": table.prefetch != nil,
            "cancel_prefetch": table.cancel_prefetch != nil, "appearance": table.appearance != nil,
            "refresh": table.refresh != nil, "move": table.move != nil, "hit": table.hit != nil,
            "text": table.text != nil, "outline": table.outline != nil, "links": table.links != nil,
            "annotations": table.annotations != nil, "search": table.search != nil, "metadata": table.metadata != nil,
            "trim": table.trim != nil, "ink": table.ink != nil, "pictures": table.pictures != nil,
            "position": table.position != nil, "page_at": table.page_at != nil,
            "blocks": table.blocks != nil,
        ]
    }

    @Test func whatAnAuthorLeavesOutIsNull() throws {
        let table = try #require(BareProvider.table).pointee
        #expect(!capabilities(of: table).values.contains(true))
        #expect(table.load != nil && table.open != nil && table.close != nil)
        #expect(table.metrics != nil && table.render != nil)
    }

    @Test func whatAnAuthorWritesIsThere() throws {
        #expect(!capabilities(of: try #require(FullProvider.table).pointee).values.contains(false))
    }

    @Test func tableIsBuiltOnce() throws {
        #expect(BareProvider.table == BareProvider.table)
        #expect(BareProvider.table != FullProvider.table)
        let table = try #require(BareProvider.table).pointee
        #expect(table.size == UInt32(MemoryLayout<sheaf_provider>.stride))
        #expect(table.abi_version == SHEAF_PROVIDER_ABI_VERSION)
        #expect(
            [table.name, table.version, table.summary].map { String(cString: $0) } == ["bare", "0.1", "one white page"])
    }

    @Test func providerThatCannotWorkSaysWhyInTheJournal() {
        #expect(throws: Refusal(code: -ENOENT, text: "3 lame: cannot find the fonts")) {
            _ = try TestHost(LameProvider.table)
        }
    }

    @Test func hostThatLacksSomethingIsRefused() {
        let breaks: [(inout sheaf_host_services) -> Void] = [
            { $0.size -= 8 }, { $0.abi_version = 0 }, { $0.emit = nil }, { $0.password = nil }, { $0.read_at = nil },
            { $0.cancelled = nil },
        ]
        for adjust in breaks {
            #expect(throws: Refusal(code: -EINVAL)) { _ = try TestHost(BareProvider.table, adjust: adjust) }
        }
    }

    @Test func aPasswordIsAskedForWhereItIsNeeded() throws {
        let host = try TestHost(FullProvider.table)
        for password in [nil, "", "y"] {
            #expect(throws: Refusal(code: SHEAF_PASSWORD_NEEDED)) { _ = try host.open("locked x", password: password) }
        }
        _ = try host.open("locked x", password: "x")
    }

    @Test func largerTableOfANewerHostIsTaken() throws {
        _ = try TestHost(BareProvider.table, adjust: { ($0.size, $0.abi_version) = ($0.size + 64, $0.abi_version + 1) })
    }
}
