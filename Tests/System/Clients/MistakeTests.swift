import Foundation
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Plain mistakes: each gets its declared error, and the service serves on.
@Suite struct MistakeTests {
    @Test func targetsThatAreNotThereChangeNothing() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let cases: [(ReaderInterface.Target, ReaderInterface.Failure)] = [
            (.init(index: 9), .noSuchPage(target: "index 9", pages: 9)),
            (.init(index: -1), .noSuchPage(target: "index -1", pages: 9)),
            (.init(relative: -1), .noSuchPage(target: "-1 spread", pages: 9)),
            (.init(relative: .max), .noSuchPage(target: "+\(Int.max) spreads", pages: 9)),
            (
                .init(),
                .invalidTarget(
                    reason:
                        "it takes exactly one of index, label, relative, place, history, link and outline; there are 0")
            ),
            (
                .init(index: 1, place: .last),
                .invalidTarget(
                    reason:
                        "it takes exactly one of index, label, relative, place, history, link and outline; there are 2")
            ),
            (.init(label: ""), .invalidTarget(reason: "a label has 1 to 63 bytes")),
            (.init(label: String(repeating: "x", count: 64)), .invalidTarget(reason: "a label has 1 to 63 bytes")),
        ]
        for (target, expected) in cases {
            #expect(try failure { try reader.navigate(target) } == expected)
        }
        #expect(try reader.navigate(.init(relative: 0)).parameters.location.index == 0)
    }

    @Test func indexesThatNoDocumentHasAreRefusedWhereTheCountIsUnknown() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = unknown"))
        for index in [Int.max, Int.max - 1] {
            let refusal = ReaderInterface.Failure.noSuchPage(target: "index \(index)", pages: 0)
            #expect(try failure { _ = try reader.page(index) } == refusal)
            #expect(try failure { try reader.navigate(.init(index: index)) } == refusal)
        }
        #expect(
            try failure { try reader.navigate(.init(relative: .max)) }
                == .noSuchPage(target: "+\(Int.max) spreads", pages: 0))
        #expect(try reader.page(3).page.index == 3)
    }

    @Test func viewportsOutOfRangeAreRefusedByField() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let cases: [(ReaderInterface.Viewport, String)] = [
            (.init(width: 0, height: 10), "width"), (.init(width: 10, height: 0), "height"),
            (.init(width: 32768, height: 10), "width"), (.init(width: 100_000, height: 100_000), "width"),
            (.init(width: 10, height: 10, rotation: 45), "rotation"),
            (.init(width: 10, height: 10, fit: .scale), "scale"),
            (.init(width: 10, height: 10, fit: .page, scale: 1), "scale"),
            // Left out, fit is "page".
            (.init(width: 10, height: 10, scale: 1), "scale"),
            (.init(width: 10, height: 10, fit: .scale, scale: 0), "scale"),
            (.init(width: 10, height: 10, fit: .scale, scale: -1), "scale"),
            (.init(width: 10, height: 10, fit: .scale, scale: 64.01), "scale"),
        ]
        for (viewport, field) in cases {
            let refused = try failure {
                _ = try reader.client.call(
                    ReaderInterface.SetViewport.self, .init(reader: reader.id, viewport: viewport))
            }
            guard case .invalidViewport(field, _) = refused else {
                Issue.record("\(viewport): \(String(describing: refused))")
                continue
            }
        }
        let edges = [
            ReaderInterface.Viewport(width: 1, height: 1), .init(width: 8, height: 8, fit: .scale, scale: 64),
        ]
        for edge in edges {
            _ = try reader.client.call(ReaderInterface.SetViewport.self, .init(reader: reader.id, viewport: edge))
        }
    }

    @Test func numbersThatJSONDoesNotHaveEndTheConnectionAndNothingElse() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        for text in ["NaN", "Infinity", "1e999"] {
            let client = try service.connect()
            let message = """
                {"method":"org.sheaf.Reader.SetViewport","parameters":{"reader":"\(reader.id)",\
                "viewport":{"width":10,"height":10,"fit":"scale","scale":\(text)}}}
                """
            let answer = try RawConnection(service.socket).exchange(message)
            #expect(answer.isEmpty || answer.contains("InvalidCall"), "\(text): \(answer)")
            _ = client
        }
        #expect(try reader.page().page.index == 0)
    }

    @Test func regionsOutsideThePageAreRefusedWithItsSize() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, service.pattern("pages = 1\nwidth = 100\nheight = 100"), width: 200, height: 200)
        let regions = [(0, 0, 201, 1), (200, 0, 1, 1), (-1, 0, 2, 2), (0, 0, 0, 0), (0, 0, -5, 5), (Int.max, 0, 1, 1)]
        for (x, y, width, height) in regions {
            let refused = try failure {
                _ = try reader.page(region: .init(x: x, y: y, width: width, height: height))
            }
            #expect(refused == .invalidRegion(pageWidth: 200, pageHeight: 200))
        }
        #expect(try reader.page(region: .init(x: 199, y: 199, width: 1, height: 1)).bytes.count == 4)
    }

    @Test(arguments: ["PageMax=40000", "MaxRenditionPixels=10000"])
    func regionsLargerThanAllowedAreRefusedAndTheLimitIsServed(limit: String) throws {
        let service = try RunningService(configuration: "[Cache]\n\(limit)\nReadAhead=0\n")
        let path = try service.pattern("pages = 1\nwidth = 100\nheight = 100")
        let reader = try TestReader(service, path, width: 200, height: 200)
        #expect(try reader.page(region: .init(x: 3, y: 100, width: 100, height: 100)).bytes.count == 40_000)
        let refused = try failure { _ = try reader.page(region: .init(x: 0, y: 0, width: 101, height: 100)) }
        #expect(refused == .pageTooLarge(bytes: 101 * 100 * 4, limit: 40_000))
    }

    /// The odd test provider gives its last page no size.
    @Test func aPageWithoutASizeIsOnePageThatFailed() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["test-odd"])
        let reader = try TestReader(service, service.file("odd", Data("odd 1\n".utf8)))
        for body in [{ _ = try reader.page(9) }, { _ = try reader.navigate(.init(index: 9)) }] {
            guard case .pageFailed(9, let reason) = try failure(of: body) else {
                Issue.record("\(String(describing: try failure(of: body)))")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(try reader.navigate(.init(index: 8)).parameters.location.index == 8)
    }

    @Test func parametersThatMakeNoSenseAreNamed() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1"))
        let cases: [(() throws -> Void, String)] = [
            ({ _ = try reader.page(format: .png, quality: 50) }, "quality"),
            ({ _ = try reader.page(format: .jpeg, quality: 0) }, "quality"),
            ({ _ = try reader.page(format: .jpeg, quality: 101) }, "quality"),
            (
                {
                    _ = try reader.client.call(
                        ReaderInterface.Open.self, .init(viewport: .init(width: 1, height: 1)))
                }, "fileDescriptor"
            ),
            (
                {
                    _ = try reader.client.call(
                        ReaderInterface.Open.self,
                        .init(fileDescriptor: 3, viewport: .init(width: 1, height: 1)))
                }, "fileDescriptor"
            ),
        ]
        for (body, parameter) in cases {
            guard case .invalidCall(parameter, _) = try failure(of: body) else {
                Issue.record("\(parameter): \(String(describing: try failure(of: body)))")
                continue
            }
        }
    }

    @Test(arguments: [
        ("Reader.Navigate", #""target":{"indx":3}"#, "target.indx", "unknown field"),
        ("Reader.Navigate", #""target":{"index":"iv"}"#, "target.index", "not of the type int"),
        ("Reader.Navigate", #""target":4"#, "target", "not of the type object"),
        ("Reader.Navigate", #""target":{"place":"middle"}"#, "target.place", "not one of first, last"),
        ("Reader.Navigate", "", "target", "missing"),
        (
            "Reader.SetViewport", #""viewport":{"width":9,"height":9,"fit":"pge"}"#, "viewport.fit",
            "not one of page, width, height, scale"
        ),
        ("Reader.SetViewport", #""viewport":{"width":9}"#, "viewport.height", "missing"),
        (
            "Reader.SetViewport", #""viewport":{"width":9,"height":9,"orientations":[0,"a"]}"#,
            "viewport.orientations.1",
            "not of the type int"
        ),
        ("Document.GetText", #""index":true"#, "index", "not of the type int"),
        ("Manager.SetLog", #""level":"loud""#, "level", "not one of error, warning, notice, info, debug"),
    ])
    func aCallThatIsNotAsDeclaredIsToldWhatIsWrong(method: String, fields: String, field: String, reason: String) throws
    {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let name = method.hasPrefix("Manager") ? nil : #""reader":"\#(reader.id)""#
        let parameters = [name, fields.isEmpty ? nil : fields].compactMap { $0 }.joined(separator: ",")
        let answer = try RawConnection(service.socket).exchange(
            #"{"method":"org.sheaf.\#(method)","parameters":{\#(parameters)}}"#)
        let interface = method.prefix { $0 != "." }
        #expect(
            answer.hasPrefix(
                #"{"error":"org.sheaf.\#(interface).InvalidCall","parameters":{"field":"\#(field)","reason":"\#(reason)"}}"#
            ),
            "\(answer)")
        #expect(try reader.page().page.index == 0)
    }

    @Test func inlinePagesThatNoMessageHoldsAreRefused() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, service.pattern("pages = 1\nwidth = 100\nheight = 100"), width: 2_000, height: 2_000)
        guard case .inlineTooLarge(16_000_000, let limit) = try failure(of: { _ = try reader.page(handover: .inline) })
        else {
            Issue.record("16 MB go inline")
            return
        }
        #expect(limit < 16_000_000)
        #expect(try reader.page(format: .png, handover: .inline).bytes.count > 0)
    }

}
