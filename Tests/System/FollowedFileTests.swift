import Foundation
import Testing

/// Clients that go on reading where programs save: they follow the path of the document that they have opened.
@Suite struct FollowedFileTests {
    @Test func aReaderInPythonGoesOverToWhatWasSaved() throws {
        let service = try RunningService()
        let result = try PythonPackageTests.run(
            PythonPackageTests.client("python_followed"), [service.socket, service.folder.path])
        #expect(
            result.status == 0 && result.text.hasSuffix("ok: no descriptor is left\n"), "\(result.text)\(result.errors)"
        )
    }

    @Test func aProgramInCGoesOverToWhatWasSaved() throws {
        let installed = try ClientLibraryTests.Installed()
        let program = try installed.build(
            Build.project.appendingPathComponent("Tests/System/clients/c_follower.c").path)
        let service = try RunningService()
        let result = try Command.run(
            program, [service.socket, service.folder.path], environment: ["LD_LIBRARY_PATH": installed.library])
        #expect(result.status == 0 && result.text.hasSuffix("ok: all of it\n"), "\(result.text)\(result.errors)")
    }
}
