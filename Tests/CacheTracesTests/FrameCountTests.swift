import CacheTraces
import Testing

@Suite struct FrameCountTests {
    /// Nanoseconds from the first frame to so many frames after it.
    private static func frame(_ number: Double) -> UInt64 { UInt64((number * 1e9 / 60).rounded()) }

    @Test func framesUntilThePageIsThereAreDropped() {
        var count = FrameCount()
        count.turned(isForeseeable: false, at: Self.frame(0.5))
        // At frames 1, 2 and 3 it was not there yet.
        count.arrived(at: Self.frame(3.2))
        #expect(count.turns == 1 && count.drops == 3 && count.foreseeable == 0 && count.mostInARow == 3)
        // What comes before the next frame is shown with that.
        count.turned(isForeseeable: true, at: Self.frame(10.2))
        count.arrived(at: Self.frame(10.9))
        #expect(count.turns == 2 && count.drops == 3)
    }

    @Test func aReaderThatGoesOnGoesOnWaiting() {
        var count = FrameCount()
        count.turned(isForeseeable: true, at: Self.frame(0.5))
        count.turned(isForeseeable: false, at: Self.frame(2.5))
        count.arrived(at: Self.frame(7.5))
        #expect(count.drops == 7 && count.foreseeable == 2 && count.mostInARow == 7)
        count.turned(isForeseeable: true, at: Self.frame(20.5))
        count.arrived(at: Self.frame(22.5))
        #expect(count.drops == 9 && count.foreseeable == 4 && count.mostInARow == 7)
    }

    @Test func whatComesUnaskedChangesNothing() {
        var count = FrameCount()
        count.arrived(at: Self.frame(5))
        count.turned(isForeseeable: true, at: Self.frame(6.5))
        count.arrived(at: Self.frame(6.6))
        count.arrived(at: Self.frame(90))
        #expect(count.turns == 1 && count.drops == 0 && count.mostInARow == 0)
    }
}
