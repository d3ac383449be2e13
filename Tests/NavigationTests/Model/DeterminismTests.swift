import Navigation
import PageModel
import Testing

/// Equal commands at equal times give equal events, however often time is looked at in between.
@Suite struct DeterminismTests {
    /// Returns the events that each reader is sent, in order: one text for each reader.
    private func events(of setting: Setting, _ commands: [Command], watchfully: Bool) throws -> [String] {
        var world = World(setting)
        world.record = Array(repeating: [], count: world.readers.count)
        for command in commands {
            if watchfully, case .wait(let time) = command {
                for part in [time / 3, time / 3, time - time / 3 * 2] {
                    try world.run(.wait(part))
                    for number in world.readers.indices { try world.run(.advance(number)) }
                }
            } else {
                try world.run(command)
            }
        }
        try world.close()
        return (world.record ?? []).map { $0.map(\.notation).joined(separator: "\n") }
    }

    @Test(arguments: 1_000..<1_020) func sameCommandsGiveTheSameEvents(seed: UInt64) throws {
        let run = Run(seed: seed, steps: 1_000)
        try #require(run.difference == nil)
        // How long a render takes is no matter of the time.
        var setting = run.setting
        setting.cachedPages = nil
        let first = try events(of: setting, run.commands, watchfully: false)
        let again = try events(of: setting, run.commands, watchfully: false)
        let watched = try events(of: setting, run.commands, watchfully: true)
        #expect(first.joined().utf8.count > 1_000 || run.setting.readers.allSatisfy(\.isManual))
        #expect(first.elementsEqual(again) { $0.utf8.elementsEqual($1.utf8) })
        #expect(first.elementsEqual(watched) { $0.utf8.elementsEqual($1.utf8) })
    }
}
