import Navigation

/// A run of the model: what it began with, what was done, and what went wrong.
struct Run {
    /// How long a shorter sequence is looked for.
    private static let patience = Duration.seconds(10)

    let setting: Setting
    private(set) var commands: [Command] = []
    private(set) var difference: Difference?

    /// Makes up so many commands from a seed.
    init(seed: UInt64, steps: Int) {
        var generator = Generator(seed: seed)
        setting = generator.setting()
        var world = World(setting)
        commands.reserveCapacity(steps)
        do throws(Difference) {
            for number in world.readers.indices {
                commands.append(.open(number))
                try world.run(.open(number))
            }
            while commands.count < steps {
                let command = generator.command(in: world)
                commands.append(command)
                try world.run(command)
            }
            try world.close()
        } catch {
            difference = error
        }
    }

    /// Does these commands.
    init(_ setting: Setting, _ commands: [Command]) {
        self.setting = setting
        self.commands = commands
        var world = World(setting)
        do throws(Difference) {
            for command in commands { try world.run(command) }
            try world.close()
        } catch {
            difference = error
        }
    }

    /// A short sequence that goes wrong too: commands are left out as long as it does, more at a time at first (Zeller and
    /// Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002), then pages and readers.
    func shrunk() -> Run {
        let end = ContinuousClock.now + Self.patience
        var best = self
        var size = max(commands.count / 2, 1)
        var hasShrunk = true
        while hasShrunk || size > 1, .now < end {
            if !hasShrunk { size = max(size / 2, 1) }
            hasShrunk = false
            var start = 0
            while start < best.commands.count, .now < end {
                let next = min(start + size, best.commands.count)
                let without = Run(best.setting, Array(best.commands[..<start] + best.commands[next...]))
                if without.difference != nil {
                    best = without
                    hasShrunk = true
                } else {
                    start = next
                }
            }
        }
        return best.withFewerReaders()
    }

    private func withFewerReaders() -> Run {
        var best = self
        let used = Set(commands.compactMap(\.reader).map { $0 % setting.readers.count })
        if used.count == 1, let reader = used.first {
            let alone = Setting(
                pages: setting.pages, readers: [setting.readers[reader]], cachedPages: setting.cachedPages)
            let run = Run(alone, commands)
            if run.difference != nil { best = run }
        }
        for surface in Surface.allCases {
            for pages in 0..<min(best.setting.pages[surface] ?? 0, 20) {
                var smaller = best.setting
                smaller.pages[surface] = pages
                let run = Run(smaller, best.commands)
                guard run.difference != nil else { continue }
                best = run
                break
            }
        }
        return best
    }

    /// Returns the seed, the setting, the commands and the difference as a text: a person can run them again from it.
    func report(seed: UInt64) -> String {
        """
        seed \(seed), \(commands.count) commands:
        let setting = \(setting)
        let commands: [Command] = [
        \(commands.map { "    \($0)," }.joined(separator: "\n"))
        ]
        \(difference?.description ?? "nothing went wrong")
        """
    }
}
