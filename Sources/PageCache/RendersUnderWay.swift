package import PageModel

/// Renders that are not finished, each with those who wait for it: one render for many waiters.
package struct RendersUnderWay<Work, Waiter> {
    private struct Render {
        let work: Work
        var waiters: [Waiter]
    }

    private var renders: [Rendition: Render] = [:]

    package init() {}

    /// How many are under way.
    package var count: Int { renders.count }

    /// The work of a render that is under way.
    package func work(for rendition: Rendition) -> Work? {
        renders[rendition]?.work
    }

    /// What is being rendered, in no order.
    package var renditions: some Collection<Rendition> { renders.keys }

    /// Whether a waiter that matches waits for a render.
    package func hasWaiter(_ rendition: Rendition, where matches: (Waiter) -> Bool) -> Bool {
        renders[rendition]?.waiters.contains(where: matches) ?? false
    }

    /// Adds a waiter to a render that is under way; false where none is.
    package mutating func join(_ rendition: Rendition, _ waiter: Waiter) -> Bool {
        renders[rendition]?.waiters.append(waiter) != nil
    }

    /// Notes a render that begins.
    package mutating func begin(_ rendition: Rendition, work: Work, waiters: [Waiter]) {
        renders[rendition] = Render(work: work, waiters: waiters)
    }

    /// Ends a render, and returns who waited for it, first come first.
    package mutating func end(_ rendition: Rendition) -> [Waiter] {
        renders.removeValue(forKey: rendition)?.waiters ?? []
    }

    /// Removes waiters that match, and returns them, with the work of every render that nobody waits for any more. Such a
    /// render stays noted until ``end(_:)``.
    package mutating func leave(
        where matches: (Rendition, Waiter) -> Bool
    ) -> (abandoned: [Work], gone: [Waiter]) {
        var abandoned: [Work] = []
        var gone: [Waiter] = []
        for (rendition, render) in renders {
            let left = render.waiters.filter { !matches(rendition, $0) }
            guard left.count < render.waiters.count else { continue }
            gone += render.waiters.filter { matches(rendition, $0) }
            renders[rendition]?.waiters = left
            if left.isEmpty { abandoned.append(render.work) }
        }
        return (abandoned, gone)
    }
}
