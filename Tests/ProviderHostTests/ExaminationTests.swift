import Glibc
import SheafOS
import Testing

@testable import ProviderHost

@Suite struct ExaminationTests {
    @Test(
        arguments: [
            (true, true, false, false, nil), (false, true, false, false, .notAFile),
            (true, false, false, false, .notReadable),
            (true, true, true, false, .remote), (true, true, true, true, nil),
            (false, false, true, false, .notReadable),
        ] as [(Bool, Bool, Bool, Bool, HostError.Code?)])
    func onlyReadableRegularLocalFilesAreOpened(
        regular: Bool, readable: Bool, remote: Bool, allowsRemote: Bool, code: HostError.Code?
    ) throws {
        let reply = HostInterface.ExamineReply(
            device: -1, inode: 2, size: 3, changed: 4, regular: regular, readable: readable, remote: remote)
        let file = SharedDescriptor(try Memfd.create(name: "x", size: 0))
        let verdict = ExaminationFinding(reply, file).verdict(owner: .uid(7), allowsRemote: allowsRemote)
        switch verdict {
        case .failure(let error): #expect(error.code == code)
        case .success(let examined):
            #expect(code == nil)
            let identity = DocumentIdentity(device: .max, inode: 2, size: 3, changed: 4)
            #expect(examined.identity == identity && examined.owner == .uid(7))
        }
    }
}
