import SheafOS
import Varlink

/// What a host says about a file.
struct ExaminationFinding {
    let reply: HostInterface.ExamineReply
    let descriptor: SharedDescriptor

    init(_ reply: HostInterface.ExamineReply, _ descriptor: SharedDescriptor) {
        self.reply = reply
        self.descriptor = descriptor
    }

    /// nil where the descriptor that must come with it is missing.
    init?(
        _ reply: VarlinkReply<HostInterface.ExamineReply>, of origin: DocumentOrigin, closer: DescriptorCloser?
    ) {
        self.reply = reply.parameters
        switch origin {
        case .descriptor(let passed):
            descriptor = passed
        case .file:
            guard let index = reply.parameters.fileDescriptor, let opened = reply.descriptors.take(at: index) else {
                return nil
            }
            descriptor = SharedDescriptor(opened, closer: closer)
        }
    }

    /// Whether it may be opened.
    func verdict(owner: HostOwner, allowsRemote: Bool) -> Result<ExaminedDocument, HostError> {
        guard reply.readable else {
            return .failure(
                HostError(.notReadable, "the descriptor can't be read from: it is write-only or only names a place"))
        }
        guard reply.regular else {
            return .failure(HostError(.notAFile, "it is no regular file, but a folder, a device or a socket"))
        }
        guard allowsRemote || !reply.remote else {
            return .failure(
                HostError(.remote, "it is on FUSE or a network file system, which RemoteFileSystems=yes would allow"))
        }
        let identity = DocumentIdentity(
            device: UInt64(bitPattern: Int64(reply.device)), inode: UInt64(bitPattern: Int64(reply.inode)),
            size: UInt64(bitPattern: Int64(reply.size)), changed: Int64(reply.changed))
        return .success(
            ExaminedDocument(identity: identity, descriptor: descriptor, owner: owner, isRemote: reply.remote))
    }
}
