import Foundation
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Places in EPUBs as other programs name them: by EPUB CFIs.
@Suite struct CFITests {
    private static func control(_ service: RunningService, _ arguments: [String]) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket] + arguments)
    }

    /// Another program finds in the file what the page begins with.
    @Test func pagesBeginWhereTheirCFIsSay() throws {
        let service = try RunningService(providers: ["sheaf-epub"])
        let result = try PythonPackageTests.run(
            PythonPackageTests.client("epub_cfi"), [service.socket, Documents.policyEPUB])
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.contains("; 0 do not, 0 left out"), "\(result.text)")
    }

    @Test func sheafctlNamesAndFindsPlaces() throws {
        let service = try RunningService(providers: ["sheaf-epub", "sheaf-mupdf"])
        let run = { try Self.control(service, $0) }
        #expect(try run(["open", Documents.policyEPUB, "--size", "600x800"]).status == 0)
        let cfi = try run(["cfi", "40"]).text.trimmingCharacters(in: .newlines)
        #expect(cfi.hasPrefix("epubcfi(/6/") && cfi.hasSuffix(")"))
        let word = try #require(try run(["text", "40"]).text.split(whereSeparator: \.isWhitespace).first)
        #expect(try run(["goto", cfi]).text.contains(" 40 of "))
        // In other letters it is another page, with the same word.
        #expect(try run(["looks", "--font-size", "20"]).status == 0)
        #expect(try run(["first"]).status == 0)
        #expect(try run(["goto", cfi]).status == 0)
        #expect(try !run(["state"]).text.contains(" 40 of "))
        #expect(try run(["text"]).text.contains(word))
        let nowhere = try run(["goto", "epubcfi(/6/4000!/4)"])
        #expect(nowhere.status == 1 && nowhere.errors.contains("leads behind the"), "\(nowhere.errors)")
        #expect(try run(["open", Documents.policy.get()]).status == 0)
        let unsupported = try run(["cfi"])
        #expect(unsupported.status == 1 && unsupported.errors.contains("can't do that"), "\(unsupported.errors)")
    }

    @Test func whatIsNoPlaceIsRefused() throws {
        let service = try RunningService(providers: ["sheaf-epub"])
        let reader = try TestReader(service, Documents.policyEPUB)
        func refusal(_ cfi: String) throws -> String {
            do {
                let place = try reader.client.call(
                    DocumentInterface.FindCFI.self, .init(reader: reader.id, cfi: cfi)
                ).parameters
                return "\(place)"
            } catch VarlinkCallError<DocumentInterface.Failure>.failed(.invalidRange(let field, let reason)) {
                return "\(field): \(reason)"
            }
        }
        let longest = "epubcfi(" + String(repeating: "/6", count: 2_044)
        #expect(longest.utf8.count == 4_096)
        #expect(try refusal(longest).hasPrefix("cfi: \"epubcfi(/6/6"))
        #expect(try refusal(longest + ")") == "cfi: it has 4097 bytes, and 1 to 4096 are allowed")
        #expect(try refusal("") == "cfi: it has 0 bytes, and 1 to 4096 are allowed")
    }

    /// Marks that another program has by CFI and quote, or by CFI alone.
    @Test func marksGoToOtherProgramsAndBack() throws {
        let state = try PlacesTests.State()
        let service = try state.start()
        let run = { try Self.control(service, $0) }
        #expect(try run(["open", Documents.policyEPUB]).status == 0)
        #expect(try run(["bookmarks", "--add", "--page", "12"]).status == 0)
        #expect(try run(["goto", "20"]).status == 0)
        let line = try #require(try run(["text"]).text.split(separator: "\n").last { $0.count > 30 })
        let words = String(line.split(separator: " ").prefix(4).joined(separator: " "))
        #expect(try run(["bookmarks", "--add", "--text", words]).text == "marked page 20\n")
        let exported = try run(["bookmarks", "--export"]).text
        let page = try #require(try JSONSerialization.jsonObject(with: Data(exported.utf8)) as? [String: Any])
        let targets = try #require(page["items"] as? [[String: Any]]).map { $0["target"] as? [String: Any] ?? [:] }
        let cfis = targets.map { target in
            (target["selector"] as? [[String: Any]] ?? []).first {
                $0["conformsTo"] as? String == "http://www.idpf.org/epub/linking/cfi/epub-cfi.html"
            }?["value"] as? String ?? ""
        }
        #expect(cfis.allSatisfy { $0.hasPrefix("epubcfi(/6/") } && cfis.count == 2)
        // A range, of as much as is marked.
        #expect(cfis[1].split(separator: ",").count == 3, "\(cfis)")
        let annotations = cfis.enumerated().map { number, cfi in
            let fragment: [String: Any] = ["type": "FragmentSelector", "value": cfi]
            let quote: [String: Any] = ["type": "TextQuoteSelector", "exact": words]
            return ["type": "Annotation", "target": ["selector": number == 0 ? [fragment] : [fragment, quote]]]
        }
        let file = try service.file("others.json", JSONSerialization.data(withJSONObject: annotations))
        #expect(try run(["places", "--forget-all"]).status == 0)
        #expect(try run(["looks", "--font-size", "20"]).status == 0)
        #expect(try run(["bookmarks", "--import", file]).text == "took 2 marks of 2\n")
        #expect(try run(["looks", "--font-size", "10"]).status == 0)
        let again = try run(["bookmarks", "--export"]).text
        for cfi in cfis { #expect(again.contains(cfi), "\(cfi): \(again)") }
    }
}
