package com.couponengine.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MistakesTest {

    @Test
    void nothingWrongIsNothingThrown() {
        new Mistakes()
                .id("id", 1)
                .key("key", "k")
                .text("text", "some text\nof two lines", 100)
                .instant("instant", Instant.EPOCH)
                .require(true, "field", "value", "rule")
                .throwIfAny();
    }

    @Test
    void everyMistakeIsToldInTheOrderOfTheChecks() {
        assertThatThrownBy(() -> new Mistakes()
                        .id("userId", -7)
                        .key("requestId", null)
                        .require(true, "right", 1, "")
                        .text("name", "", 10)
                        .instant("end", Instant.parse("1969-12-31T23:59:59.999Z"))
                        .throwIfAny())
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.mistakes())
                            .extracting(InvalidInputException.Mistake::field)
                            .containsExactly("userId", "requestId", "name", "end");
                    assertThat(e.field()).isEqualTo("userId");
                    assertThat(e.mistakes())
                            .extracting(InvalidInputException.Mistake::value)
                            .containsExactly("-7", "null", "", "1969-12-31T23:59:59.999Z");
                })
                .hasMessageContaining("userId = -7: must be positive")
                .hasMessageContaining("requestId = null");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a b", "a\n", "\u007f", "é", "订单", "🎩"})
    void aKeyIsPrintableAscii(String key) {
        assertThat(Mistakes.isKey(key)).isFalse();
    }

    @Test
    void aKeyHasOneToSixtyFourCharacters() {
        assertThat(Mistakes.isKey("k".repeat(64))).isTrue();
        assertThat(Mistakes.isKey("k".repeat(65))).isFalse();
        assertThat(Mistakes.isKey("!~'\"\\%_:{}")).isTrue();
    }

    @Test
    void aLongValueIsShownInPart() {
        assertThat(Mistakes.mistake("field", "v".repeat(1_000), "is too long").getMessage())
                .hasSizeLessThan(120)
                .contains("v…");
    }
}
