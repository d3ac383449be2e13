import Navigation
import PageModel
import Testing

@Suite struct ReaderMachineTests {
    private struct Pages: PageSource {
        func count(on surface: Surface) -> Int? { 9 }
        func page(at index: Int, on surface: Surface) -> PageID? { index < 9 ? PageID(Int64(index)) : nil }
    }

    @Test func openingShowsTheFirstPage() {
        var machine = ReaderMachine()
        machine.open(in: Pages(), at: Instant(microseconds: 0))
        let events = machine.takeEvents()
        #expect(events.count == 2)
        #expect(machine.shown.pages.map(\.index) == [0])
    }
}
