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

    /// Where a process has no numbers left, the kernel drops what it can't hand over.
    @Test func descriptorsThatCameBeforeOthersWereCutOffBelongToTheCaller() async {
        // In a process of its own: others need descriptors too.
        await #expect(processExitsWith: .success) {
            try UnixSocket.pair { one, other throws(OSError) in
                let memory = try Memfd.create(name: "test", size: 1)
                let text: [UInt8] = [0]
                _ = try UnixSocket.send(
                    one.number, bytes: text.span.bytes, descriptors: Array(repeating: memory.number, count: 9))
                let next = dup(0)
                close(next)
                var limit = rlimit()
                getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = rlim_t(next) + 4
                setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)

                var buffer: [UInt8] = [0]
                var descriptors: [Int32] = []
                var span = buffer.mutableSpan
                var bytes = span.mutableBytes
                var failure: OSError?
                do throws(OSError) {
                    _ = try UnixSocket.receive(other.number, into: &bytes, descriptors: &descriptors)
                } catch {
                    failure = error
                }
                guard failure?.code == EPROTO, !descriptors.isEmpty, descriptors.count < 9 else { exit(1) }
                for number in descriptors where close(number) != 0 { exit(2) }
            }
        }
    }
}
