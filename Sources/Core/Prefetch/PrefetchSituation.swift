// What a plan is made of.
extension PrefetchPlanner {
    /// A spread that the reader may jump to.
    package struct JumpTarget: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            /// A page that it jumped from; from 0, the last time first.
            case history(Int)
            /// A link on its page leads there.
            case link
            /// A search has found it: so many hits further than where it is (0), or before that (less than 0).
            case hit(Int)
            /// An entry of the table of contents leads there: of the chapter that it reads, or another.
            case contents(isOwn: Bool)
        }

        package let spread: Int
        package let kind: Kind

        package init(_ spread: Int, _ kind: Kind) {
            self.spread = spread
            self.kind = kind
        }
    }

    /// Pages that run by and slow down.
    package struct Fling: Equatable, Sendable {
        /// The spread where it ends unless it is stopped.
        package let landing: Int
        /// In microseconds: the spreads that are left, divided by this, are its speed.
        package let timeConstant: UInt64

        package init(landing: Int, timeConstant: UInt64) {
            self.landing = landing
            self.timeConstant = timeConstant
        }
    }

    /// Where the reader is.
    package struct Situation: Sendable {
        /// The spread that it shows or is bound for.
        package var spread: Int
        /// How many spreads there are; nil where nobody knows.
        package var count: Int?
        /// How long a spread takes to render, in microseconds; nil where none was rendered yet.
        package var renderTime: UInt64?
        /// How far pages are from that, in microseconds.
        package var renderSpread: UInt64
        /// The fling that is under way; nil where none is.
        package var fling: Fling?
        /// Where it may jump to.
        package var jumpTargets: [JumpTarget]
        /// The spreads that its viewer says it will show, the most urgent first: they are rendered whatever the mode.
        package var hints: [Int]
        package var mode: PrefetchMode
        /// Whether only the next spread may be rendered: memory is short.
        package var isNextOnly: Bool

        package init(
            spread: Int, count: Int?, renderTime: UInt64?, renderSpread: UInt64 = 0, fling: Fling? = nil,
            jumpTargets: [JumpTarget] = [],
            hints: [Int] = [], mode: PrefetchMode = .full, isNextOnly: Bool = false
        ) {
            self.spread = spread
            self.count = count
            self.renderTime = renderTime
            self.renderSpread = renderSpread
            self.fling = fling
            self.jumpTargets = jumpTargets
            self.hints = hints
            self.mode = mode
            self.isNextOnly = isNextOnly
        }
    }

    /// A spread that may be needed.
    package struct Candidate: Equatable, Sendable {
        package let spread: Int
        /// From 0 to 1.
        package let need: Double
        /// Whether it is worth beginning; else one that has begun goes on.
        package let isLikely: Bool
    }
}

extension Move {
    /// A jump to a target of this kind.
    init(to kind: PrefetchPlanner.JumpTarget.Kind) {
        self =
            switch kind {
            case .history(0): .latest
            case .history(1): .second
            case .history: .older
            case .link: .link
            case .hit(let number): number < 0 ? .previousHit : .nextHit
            case .contents: .contents
            }
    }

    var isStep: Bool { self == .forward || self == .backward }
}
