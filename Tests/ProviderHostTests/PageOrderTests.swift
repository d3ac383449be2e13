import TestSupport
import Testing

@testable import HostProtocol

@Suite struct PageOrderTests {
    @Test func whatIsNamedComesFirst() throws {
        let order = try #require(PageOrder([3, 0, 7]))
        #expect(order.pages(in: 0..<6, of: 6) == [3, 0, 1, 2, 4, 5])
        #expect(order.pages(in: 0..<9, of: 9) == [3, 0, 7, 1, 2, 4, 5, 6, 8])
        #expect(order.pages(in: 4..<20, of: 9) == [2, 4, 5, 6, 8])
        #expect(order.pages(in: 2..<3, of: 9) == [7])
        #expect(order.pages(in: 9..<12, of: 9) == [])
        #expect(order.pages(in: 0..<1, of: 0) == [])
    }

    @Test(arguments: [
        Case("twice", [1, 1]), Case("no page", [-1]), Case("too many", Array((0...PageOrder.limit).reversed())),
    ])
    func whatIsNoOrderIsNone(named: Case<[Int]>) {
        #expect(PageOrder(named.value) == nil)
    }

    @Test func anOrderNamesSoManyPagesAtMost() {
        let most = PageOrder(Array((0..<PageOrder.limit).reversed()))
        #expect(most?.named.count == PageOrder.limit - 1)
        #expect(most?.moving(from: PageOrder.limit, to: 0, of: 9_999) == nil)
    }

    @Test(arguments: [[], [0], [0, 1, 2]]) func theDocumentsOwnOrderNamesNothing(named: [Int]) {
        #expect(PageOrder(named) == PageOrder())
    }

    @Test func whatWouldComeAnywayIsNotNamed() {
        #expect(PageOrder([2, 0, 1])?.named == [2])
        #expect(PageOrder([4, 1, 2, 3, 5, 6, 0]) == PageOrder([4, 1, 2, 3, 5, 6]))
    }

    /// Against a list in which pages are moved.
    @Test func movesAreThoseOfAList() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let count = Int.random(in: 1...12, using: &generator)
            var list = Array(0..<count)
            var order = PageOrder()
            for _ in 0..<20 {
                let index = Int.random(in: 0..<count, using: &generator)
                let destination = Int.random(in: 0..<count, using: &generator)
                list.insert(list.remove(at: index), at: destination)
                order = try #require(order.moving(from: index, to: destination, of: count))
                #expect(order.pages(in: 0..<count, of: count) == list)
                #expect((order == PageOrder()) == (list == Array(0..<count)))
            }
        }
    }
}
