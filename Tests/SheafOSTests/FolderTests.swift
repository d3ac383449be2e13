import Glibc
import Testing

@testable import SheafOS

@Suite final class FolderTests {
    private let path = "/tmp/sheaf-folder-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    private let folder: SharedDescriptor

    init() throws {
        system("mkdir -p \(path)/library/deep && echo 1 > \(path)/library/deep/book && echo 2 > \(path)/secret")
        system("cd \(path)/library && ln -s ../secret out && ln -s deep/book in && ln -s deep link && ln -s .. up")
        folder = SharedDescriptor(try Folder.open("\(path)/library"))
    }

    deinit {
        system("rm -rf \(path)")
    }

    @Test(arguments: ["deep/book", "deep//book", "./deep/./book"])
    func aFileBelowAFolderIsOpened(name: String) throws {
        #expect(throws: Never.self) { _ = try Folder.openFile(name, beneath: self.folder.number) }
        #expect(throws: Never.self) { _ = try Folder.walkToFile(name, beneath: self.folder.number) }
    }

    @Test(arguments: ["../secret", "deep/../../secret", "out", "up/secret", "/etc/passwd"])
    func nothingLeadsOutOfAFolder(name: String) {
        #expect(throws: OSError.self) { _ = try Folder.openFile(name, beneath: self.folder.number) }
        #expect(throws: OSError.self) { _ = try Folder.walkToFile(name, beneath: self.folder.number) }
    }

    @Test(arguments: ["in", "link/book", "deep/..", "", String(repeating: "n", count: 256)])
    func walkingFollowsNoLinkAndNoWayBack(name: String) {
        #expect(throws: OSError.self) { _ = try Folder.walkToFile(name, beneath: self.folder.number) }
    }
}
