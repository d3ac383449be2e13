import SheafControl
import SheafInterface
import Testing

/// The scenarios of the rules of turning a page, as they are written down.
@Suite struct EventNotationTests {
    /// - Parameter text: "WA2@5": of the page with index 2, at time 5; a place is "h2", "v2" or "b2".
    private func events(_ text: String) throws -> [ReaderInterface.Appearance] {
        let steps: [Substring: ReaderInterface.AppearanceStep] = [
            "WA": .willAppear, "DA": .didAppear, "WD": .willDisappear, "DD": .didDisappear,
        ]
        let surfaces: [Character: ReaderInterface.Surface] = ["v": .vertical, "b": .background]
        return try text.split(separator: " ").map { word in
            let parts = word.dropFirst(2).split(separator: "@")
            let surface = parts[0].first.flatMap { surfaces[$0] }
            return ReaderInterface.Appearance(
                reader: "ab", event: try #require(steps[word.prefix(2)]), page: 100,
                index: try #require(Int(surface == nil ? parts[0] : parts[0].dropFirst())), surface: surface,
                transition: 1, position: 0, time: try #require(Int(parts[1])))
        }
    }

    @Test(arguments: [
        ("", ""), ("DA2@1", "DA 3"), ("WA4@1 WD0@1 DA4@1 DD0@1", "WA 5  WD 1 | DA 5  DD 1"),
        ("WA3@1 WD0@1 WA0@2 WD3@2 DA0@3 DD3@3", "WA 4  WD 1  WA 1  WD 4 | DA 1  DD 4"),
        ("WD4@1 DD4@1", "WD 5 | DD 5"), ("WA2@1 WD1@1", "WA 3  WD 2"),
        ("WA3@1 WD0@1 DD3@2 WA4@2 DA4@3 DD0@3", "WA 4  WD 1  DD 4  WA 5 | DA 5  DD 1"),
    ])
    func aTurnSettlesWhereItsPageDidAppear(events: String, text: String) throws {
        #expect(EventNotation.text(try self.events(events)) == text)
    }

    @Test(arguments: [
        ("WA2@1 WD1@1 WA0@2 WD2@2 DD2@2 DA0@3 DD1@3", "WA 3  WD 2  WA 1  WD 3  DD 3 | DA 1  DD 2"),
        ("WA2@1 WD1@1 WA1@2 DA1@2 WD2@2 DD2@2", "WA 3  WD 2 | WA 2  DA 2  WD 3  DD 3"),
        ("WA1@1 WD0@1 WA2@4 WD1@4 DA2@4 DD1@4 DD0@4", "WA 2  WD 1 | WA 3  WD 2  DA 3  DD 2  DD 1"),
        ("WA2@1 WD1@1 WA0@2 WD2@2 DD2@2", "WA 3  WD 2  WA 1  WD 3  DD 3"),
    ])
    func aDragSettlesOnWhatItComesBackTo(events: String, text: String) throws {
        #expect(EventNotation.text(try self.events(events), isDrag: true) == text)
    }

    @Test func aPageIsNamedWithItsSurface() throws {
        let events = try self.events("WAv2@1 WDb4@1 DAv2@1 DDb4@1")
        #expect(EventNotation.text(events) == "WA v3  WD background | DA v3  DD background")
    }
}
