import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Providers that are not quite right: their results are repaired, limited or refused.
@Suite struct OddProviderTests {
    private func openOdd() throws -> (TestSupervisor, HostDocument) {
        let test = try TestSupervisor(
            providers: ["test-odd", "test-plain"],
            configuration: [
                "odd": [
                    HostSettings.Entry(key: "Setting", value: "grün"), HostSettings.Entry(key: "Other", value: "1"),
                ]
            ])
        return (test, try test.openOdd())
    }

    @Test func pagesAreFoundByStepping() throws {
        let (test, document) = try openOdd()
        #expect(document.provider == "odd" && document.count == .unknown && document.firstPage == 100)
        #expect(try test.result { document.pageIDs(from: 7, length: 9, completion: $0) } == .success([170, 180, 190]))
        #expect(try test.result { document.pageIDs(from: 10, length: 9, completion: $0) } == .success([]))
        #expect(try test.result { document.page(-2, after: 130, completion: $0) } == .success(110))
        #expect(try test.result { document.page(3, after: nil, completion: $0) } == .success(130))
        #expect(try test.failure { document.page(10, after: nil, completion: $0) }?.code == .endOfDocument)
        #expect(try test.result { document.findIndex(label: "iv", completion: $0) } == .success(3))
        #expect(try test.result { document.findIndex(label: "IV", completion: $0) } == .success(3))
    }

    @Test func measuresThatNoPageHasAreAnError() throws {
        let (test, document) = try openOdd()
        #expect(try test.failure { document.metrics(of: 190, completion: $0) }?.code == .documentError(errno: EPROTO))
        let label = try test.result { document.metrics(of: 180, completion: $0) }.get().label
        #expect(label == String(repeating: "ä", count: 31) + "\u{fffd}" || label == String(repeating: "ä", count: 31))
        #expect(try test.failure { document.metrics(of: 101, completion: $0) }?.code == .noSuchPage)
    }

    @Test func lookUpMeasuresUpToThePageThatCanNotBe() throws {
        let (test, document) = try openOdd()
        let found = try test.result { document.lookUp(from: 7, length: 9, completion: $0) }.get()
        #expect(found.pages == [170, 180, 190] && found.metrics.count == 2)
    }

    @Test func resultsThatMeanNothingAreErrorsWithWords() throws {
        let (test, document) = try openOdd()
        let jobs = (try test.job(page: 100), try test.job(page: 110))
        let positive = try test.failure { document.render(jobs.0, completion: $0) }
        #expect(positive?.code == .documentError(errno: EPROTO))
        let negative = try test.failure { document.render(jobs.1, completion: $0) }
        #expect(negative == HostError(.documentError(errno: EIO), "a text that nobody asked for"))
        let outline = try test.failure { document.contents(.outline, completion: $0) }
        #expect(outline?.code == .documentError(errno: EIO))
        #expect(outline?.message == String(repeating: "w", count: HostLimits.textBytes))
    }

    @Test func itemsAreRepairedAndLimited() throws {
        let (test, document) = try openOdd()
        let one = try test.result { document.contents(.text, of: 100, completion: $0) }.get()
        #expect(one.items.map(\.text) == ["one \u{fffd}\n"] && !one.isTruncated)
        #expect(one.items.first?.x0 == 1.5 && one.items.first?.y1 == 0 && one.items.first?.page == nil)
        let many = try test.result { document.contents(.text, of: 110, completion: $0) }.get()
        #expect(many.items.count == HostLimits.items && many.isTruncated)
        let large = try test.result { document.contents(.text, of: 140, completion: $0) }.get()
        #expect(large.items.count == HostLimits.itemBytes / 100_000 && large.isTruncated)
        // Each byte of it takes six in the reply.
        let controls = try test.result { document.contents(.text, of: 120, completion: $0) }.get()
        #expect(controls.items.count == HostLimits.replyBytes / 600_000 && controls.isTruncated)
        let none = try test.failure { document.contents(.text, of: 130, completion: $0) }
        #expect(none?.code == .documentError(errno: EINVAL))
    }

    @Test func annotationsAreRepairedAndLimited() throws {
        let (test, document) = try openOdd()
        let some = try test.result { document.contents(.annotations, of: 100, completion: $0) }.get().items
        #expect(some.map(\.key) == ["highlight", nil, "", "n\u{1b}ote"])
        #expect(some.map(\.modified) == [1, nil, nil, 253_402_300_799])
        #expect(some.prefix(3).map(\.text) == ["a\u{fffd}b\u{1}", nil, nil])
        #expect(some.prefix(3).map(\.author) == ["\u{fffd}", nil, ""])
        #expect(some[0].x0 == 0 && some[0].x1 == 3 && some[1].x1 == 0 && some[1].x0 == 1e300)
        #expect(some[3].text?.utf8.count == 100_000 && some[3].author?.utf8.count == 100_000)
        let many = try test.result {
            document.contents(.annotations, of: 110, part: ItemPart(first: 131_000, count: 100), completion: $0)
        }.get()
        #expect(many.items.count == 72 && many.items.first?.modified == 131_000 && !many.isTruncated)
        let shorter = try test.result { document.contents(.annotations, of: 120, completion: $0) }.get().items
        #expect(shorter.map(\.key) == ["ink"] && shorter[0].author == nil && shorter[0].modified == nil)
    }

    @Test(arguments: [DocumentLooks.Trim.page, .document])
    func marginsOfOddPagesAreCutOffOrNot(trim: DocumentLooks.Trim) throws {
        let (test, _) = try openOdd()
        let document = try test.openOdd(looks: DocumentLooks(trim: trim))
        // What is nowhere, or off the page, cuts nothing off; nor does it where that can't be said.
        for page: Int64 in [100, 110, 130, 140, 150] {
            let metrics = try test.result { document.metrics(of: page, completion: $0) }.get()
            if trim == .page || page == 140 { #expect(metrics.width == 100 && metrics.height == 200) }
            #expect(metrics.width <= 100 && metrics.height <= 200 && metrics.width > 0)
        }
        let turned = try test.result { document.metrics(of: 120, completion: $0) }.get()
        if trim == .page { #expect(turned.width == 52 && turned.height == 72) }
    }

    @Test func oddPicturesAreNone() throws {
        let (test, document) = try openOdd()
        for page: Int64 in [150, 160, 170] {
            var job = try test.job(page: page)
            job.paper = .night
            #expect(try test.result { document.render(job, completion: $0) }.get().bytes == 40_000)
        }
    }

    @Test func oddPositionsAreNoneOrNumbers() throws {
        let (test, document) = try openOdd()
        #expect(
            try test.result { document.positions(of: [100, 110, 120, 7], completion: $0) }
                == .success([nil, .max, 120, nil]))
        #expect(try test.result { document.pages(at: [5, -3, .max], completion: $0) } == .success([5, nil, .max]))
        let many = [Int64](repeating: 120, count: HostLimits.positionsAtOnce)
        #expect(try test.result { document.positions(of: many, completion: $0) }.get().count == many.count)
        #expect(
            try test.failure { document.positions(of: many + [120], completion: $0) }?.code
                == .invalid(parameter: "length"))
    }

    @Test func changesComeBeforeTheAnswerAndOnlyForTheDocument() throws {
        let (test, document) = try openOdd()
        let other = try test.openOdd()
        var changes: [DocumentChange] = []
        var foreign = 0
        document.observe { if case .changed(let change) = $0 { changes.append(change) } }
        other.observe { if case .changed = $0 { foreign += 1 } }
        var seen: [DocumentChange] = []
        _ = try test.result { (completion: @escaping (Result<Void, HostError>) -> Void) in
            document.refresh { result in
                seen = changes
                completion(result)
            }
        }
        // Everything has, in the end. What it has told before may have come by itself, or with that.
        #expect(seen.last == .all && Set(seen.dropLast().map { "\($0)" }).isSubset(of: ["pages", "page(110)"]))
        #expect(foreign == 0)
    }

    @Test func providersLinesReachTheJournal() throws {
        let (test, document) = try openOdd()
        let lines = test.lines.filter(\.isFromProvider)
        #expect(lines.map(\.text) == ["loaded, and \u{fffd} not UTF-8", "from a thread"])
        #expect(lines.map(\.level) == [.info, .warning])
        #expect(lines.allSatisfy { test.pids.contains($0.pid) })
        #expect(test.lines.contains { $0.text == "the setting Other=1 was refused: there is no such setting" })
        withExtendedLifetime(document) {}
    }

    @Test func adviceSettingsAndTrimmingReachTheProvider() throws {
        let (test, document) = try openOdd()
        document.prefetch([100, 110, 120])
        document.cancelPrefetch([110])
        document.appearance(of: 100, .didDisappear)
        test.supervisor.trim(.medium)
        var settings = test.supervisor.settings
        settings.configuration["odd"] = [
            HostSettings.Entry(key: "Setting", value: "blau"), HostSettings.Entry(key: "Other", value: "1"),
        ]
        test.supervisor.configure(settings)
        let job = try test.job(page: 100)
        _ = try test.failure { document.render(job, priority: .prefetch, completion: $0) }
        let items = try test.result { document.contents(.metadata, completion: $0) }.get().items
        #expect(items.map(\.key) == ["report", "setting"])
        #expect(items.map(\.text) == ["prefetched 3, cancelled 1, appeared 4, trimmed 2", "blau"])
    }

    @Test func pagesThatCameAndWentBetweenTwoRequestsAreNotMentioned() throws {
        let (test, document) = try openOdd()
        let report = { try test.result { document.contents(.metadata, completion: $0) }.get().items.first?.text }
        document.appearance(of: 100, .willAppear)
        document.appearance(of: 100, .didAppear)
        document.appearance(of: 110, .willAppear)
        document.appearance(of: 110, .willDisappear)
        document.appearance(of: 110, .didDisappear)
        // Events are sent after the batch of the loop that they come in: behind this request.
        #expect(try report() == "prefetched 0, cancelled 0, appeared 0, trimmed 0")
        // The numbers of willAppear and didAppear, of the page that has stayed.
        #expect(try report() == "prefetched 0, cancelled 0, appeared 3, trimmed 0")
    }

    @Test func plansThatFollowEachOtherAtOnceAreSentAsOne() throws {
        let (test, document) = try openOdd()
        func reported(_ text: String) throws {
            try test.eventually {
                try test.result { document.contents(.metadata, completion: $0) }.get().items.first?.text == text
            }
        }
        for page in [100, 110, 120] as [Int64] { document.advise([page], for: 1) }
        document.advise([120, 130], for: 2)
        try reported("prefetched 2, cancelled 0, appeared 0, trimmed 0")
        // What another reader plans to show is not taken back.
        document.advise([], for: 1)
        document.advise([100, 120], for: 2)
        try reported("prefetched 3, cancelled 1, appeared 0, trimmed 0")
    }

    @Test func pointsMovesAndNeedlesArriveAsTheyWere() throws {
        let (test, document) = try openOdd()
        #expect(try test.result { document.hit(100, x: 5, y: 0, completion: $0) } == .success(.claimed))
        #expect(try test.result { document.hit(100, x: 50, y: 0, completion: $0) } == .success(.unclaimed))
        #expect(try test.result { document.hit(100, x: 95, y: 0, completion: $0) } == .success(.background))
        // What never is counted is no answer.
        let uncounted = try test.failure { document.hit(190, x: 5, y: 0, completion: $0) }
        #expect(
            uncounted?.code == .documentError(errno: EPROTO)
                && uncounted?.message.contains("counts no page more") ?? false)
        #expect(
            try test.failure { document.hit(100, x: .nan, y: 0, completion: $0) }?.code == .invalid(parameter: "point"))
        let move = PageMove(stage: .end, page: 110, index: 4)
        #expect(try test.failure { document.move(move, completion: $0) } == nil)
        let found = try test.result { document.contents(.search, of: 100, needle: "nädel\u{1}\"", completion: $0) }
            .get()
        #expect(found.items.map(\.text) == ["nädel\u{1}\""])
        let long = String(repeating: "x", count: HostLimits.parameterBytes + 1)
        #expect(
            try test.failure { document.contents(.search, of: 100, needle: long, completion: $0) }?.code
                == .invalid(parameter: "needle"))
    }

    @Test func itemsOfACancelledSearchAreNotTaken() throws {
        let (test, document) = try openOdd()
        let error = try test.failure { document.contents(.search, of: 130, needle: "x", completion: $0).cancel() }
        #expect(error?.code == .cancelled)
    }
}
