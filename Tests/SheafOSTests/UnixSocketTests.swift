import Glibc
import SheafOS
import Testing

@Suite struct UnixSocketTests {
    @Test func staleSocketFileIsReplacedAndALivingOneIsNot() throws {
        let path = "/tmp/sheaf-\(getpid())-stale"
        defer { unlink(path) }
        do { _ = try UnixSocket.listen(at: path) }
        let living = try UnixSocket.listen(at: path)
        #expect(UnixSocket.isListening(living.number))
        #expect {
            _ = try UnixSocket.listen(at: path)
        } throws: { error in
            (error as? OSError)?.code == EADDRINUSE
        }
    }

    @Test func fileOfAnotherKindIsNotReplaced() throws {
        #expect {
            _ = try UnixSocket.listen(at: "/etc/passwd")
        } throws: { error in
            (error as? OSError)?.code == EEXIST
        }
    }

    @Test func descriptorsTravelWithBytes() throws {
        try UnixSocket.pair { one, other throws(OSError) in
            let memory = try Memfd.create(name: "test", size: 8192)
            let text: [UInt8] = Array("hello".utf8)
            let sent = try UnixSocket.send(one.number, bytes: text.span.bytes, descriptors: [memory.number])
            #expect(sent == 5)
            var buffer = [UInt8](repeating: 0, count: 64)
            var descriptors: [Int32] = []
            var span = buffer.mutableSpan
            var bytes = span.mutableBytes
            let read = try UnixSocket.receive(other.number, into: &bytes, descriptors: &descriptors)
            #expect(read == .bytes(5))
            #expect(descriptors.count == 1)
            for number in descriptors {
                let received = FileDescriptor(owning: number)
                #expect(try Memfd.size(of: received.number) == 8192)
            }
        }
    }
}
