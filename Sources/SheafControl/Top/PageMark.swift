import SheafInterface

/// How a page in the cache is shown: one letter, in a colour.
enum PageMark: Character, CaseIterable {
    case cached = "c"
    case shown = "s"
    case moving = "m"
    case deferred = "d"
    case held = "h"
    case rendering = "r"
    case ahead = "a"

    /// What is said of a page of which more than one is true: what happens to it before what it is kept for.
    init(_ page: ManagerInterface.CachePage) {
        switch (page.state, page.need) {
        case (.rendering, _): self = .rendering
        case (.deferred, _): self = .deferred
        case (.cached, .shown): self = .shown
        case (.cached, .moving): self = .moving
        case (.cached, .none): self = page.leases > 0 ? .held : page.readAhead ? .ahead : .cached
        }
    }

    var ink: Style.Ink? {
        switch self {
        case .cached: nil
        case .shown: .good
        case .moving: .moving
        case .deferred: .bad
        case .held: .strong
        case .rendering: .slow
        case .ahead: .faint
        }
    }

    /// What the letter says.
    var name: String {
        switch self {
        case .cached: "cached"
        case .shown: "shown"
        case .moving: "moving"
        case .deferred: "deferred"
        case .held: "held"
        case .rendering: "rendering"
        case .ahead: "ahead"
        }
    }
}
