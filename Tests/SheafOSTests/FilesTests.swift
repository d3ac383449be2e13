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

    @Test(arguments: [
        Named("a link", "in"), Named("below a link", "link/book"), Named("the way back", "deep/.."),
        Named("no name", ""),
        Named("a name of 256 bytes", String(repeating: "n", count: 256)),
    ])
    func walkingFollowsNoLinkAndNoWayBack(name: Named<String>) {
        #expect(throws: OSError.self) { _ = try Folder.walkToFile(name.value, beneath: self.folder.number) }
    }
}

@Suite final class UserFileTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/sheaf-test-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private var names: [String] { TextFile.names(in: folder, suffix: "") }

    private func write(_ text: String, to path: String) throws {
        try UserFile.write(text.utf8.span.bytes, to: path)
    }

    @Test func aFileIsReplacedAndNothingElseIsLeft() throws {
        let path = "\(folder)/a"
        try write("one", to: path)
        chmod(path, 0o640)
        try write("longer than one", to: path)
        #expect(try TextFile.read(path) == "longer than one")
        #expect(names == ["a"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func aLinkGoesOnPointingToTheFile() throws {
        try write("one", to: "\(folder)/a")
        symlink("a", "\(folder)/link")
        try write("two", to: "\(folder)/link")
        #expect(try TextFile.read("\(folder)/a") == "two")
        var status = stat()
        #expect(lstat("\(folder)/link", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func aDeviceIsWrittenToAndStaysOne() throws {
        try write("x", to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func whatCannotBeWrittenIsNamed() {
        #expect(throws: OSError(code: EISDIR, operation: "write", subject: folder)) {
            try write("x", to: folder)
        }
        #expect(throws: OSError(code: ENOENT, operation: "write", subject: "\(folder)/no/a")) {
            try write("x", to: "\(folder)/no/a")
        }
        #expect(throws: OSError(code: ENOSPC, operation: "write", subject: "/dev/full")) {
            try write("x", to: "/dev/full")
        }
        #expect(names.isEmpty)
    }

    @Test func openingAFifoDoesNotWaitForAWriter() throws {
        let path = "\(folder)/fifo"
        mkfifo(path, 0o600)
        let file = try UserFile.open(path)
        #expect(try FileStatus(of: file.number).kind == .other)
    }
}
