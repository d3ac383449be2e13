import Glibc
import SheafOS
import Testing
import Varlink

@Suite struct CallTests {
    typealias Library = LibraryInterface

    @Test func callIsAnswered() throws {
        let bench = try Bench()
        let client = try bench.client()
        var answer: Library.EchoReply?
        client.call(Library.Echo.self, Library.EchoParameters(text: "hëllo \"\\\n\u{1}", number: -5, mood: .sad)) {
            answer = try? $0.get().parameters
        }
        try bench.run { answer != nil }
        #expect(answer == Library.EchoReply(text: "hëllo \"\\\n\u{1}", number: -5, mood: .sad))
    }

    @Test func answerMayBeWrittenByHand() throws {
        let bench = try Bench()
        let client = try bench.client()
        var answer: Library.EchoReply?
        client.call(Library.Echo.self, Library.EchoParameters(text: "written")) {
            answer = try? $0.get().parameters
        }
        try bench.run { answer != nil }
        #expect(answer?.text == "by hand")
    }

    @Test func valuesOfEveryTypeComeBackAsTheyWent() throws {
        let bench = try Bench()
        let client = try bench.client()
        let book = Library.Book(title: "B", binding: .spiral, size: Library.Book.Size(width: 1, height: .max))
        let inner = Library.Shelf(name: "i", height: 1, books: [], neighbours: [:], labels: [], extra: nil)
        let shelf = Library.Shelf(
            name: "", height: 0.1, books: [book, Library.Book(title: "C", binding: .hard, default: true)],
            neighbours: ["left": inner, "": inner], labels: ["one", "two"],
            extra: try JSONText(parsing: #"{"a": [1, 1.0, null, "x\u0041", {}], "b": true}"#))
        var answer: Library.Shelf?
        client.call(Library.Store.self, Library.StoreParameters(shelf: shelf)) {
            answer = try? $0.get().parameters.shelf
        }
        try bench.run { answer != nil }
        #expect(answer == shelf)
        #expect(answer?.extra?.text == #"{"a":[1,1.0,null,"xA",{}],"b":true}"#)
    }

    @Test func streamEndsWithTheReplyThatDoesNotContinue() throws {
        let bench = try Bench()
        let client = try bench.client()
        var numbers: [Int] = []
        var ended = false
        client.stream(Library.Count.self, Library.CountParameters(to: 3)) { result in
            guard case .success(let reply) = result else { return }
            numbers.append(reply.parameters.number)
            ended = !reply.continues
        }
        try bench.run { ended }
        #expect(numbers == [1, 2, 3])
    }

    @Test func descriptorsTravelBothWays() throws {
        let bench = try Bench()
        let client = try bench.client()
        let one = SharedDescriptor(try Memfd.create(name: "one", size: 4096))
        let two = SharedDescriptor(try Memfd.create(name: "two", size: 8192))
        var size: Int?
        var received: Int?
        client.call(
            Library.Exchange.self, Library.ExchangeParameters(fileDescriptor: 1), descriptors: [one, two]
        ) { result in
            guard let reply = try? result.get() else { return }
            received = reply.parameters.received
            if let memory = reply.descriptors.take(at: reply.parameters.fileDescriptor) {
                size = try? Memfd.size(of: memory.number)
            }
        }
        try bench.run { size != nil }
        #expect(size == 8192)
        #expect(received == 2)
    }
}
