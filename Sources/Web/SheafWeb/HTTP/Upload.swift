import Glibc
import SheafOS

/// A document that comes. It is gone where it does not come whole.
final class Upload {
    /// The file that the document's bytes are written to.
    let file: FileDescriptor
    /// The path where the document comes, and the one where it is to stand.
    let path, target: String
    /// The errno of the first write that failed, or 0.
    var failure: Int32 = 0
    private let ended: () -> Void

    init(_ file: consuming FileDescriptor, path: String, target: String, ended: @escaping () -> Void) {
        self.file = file
        self.path = path
        self.target = target
        self.ended = ended
    }

    deinit {
        unsafe unlink(path)
        ended()
    }
}
