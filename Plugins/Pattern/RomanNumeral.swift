/// A number in small Roman numerals, from 1 to 3999: "iv".
func romanNumeral(_ number: Int64) -> String {
    let signs: [(Int64, String)] = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    var numeral = ""
    for (value, sign) in signs {
        while rest >= value {
            numeral += sign
            rest -= value
        }
    }
    return numeral
}
