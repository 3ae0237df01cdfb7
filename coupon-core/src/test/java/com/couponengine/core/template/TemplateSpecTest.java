package com.couponengine.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.InvalidInputException.Mistake;
import java.time.Instant;
import java.time.ZoneId;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TemplateSpecTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2030-02-01T00:00:00Z");

    private static TemplateSpec.Builder right() {
        return TemplateSpec.builder()
                .name("spring")
                .discount(Discount.amountOff("5.00", "CNY"))
                .grabWindow(START, END)
                .validity(Validity.daysAfterGrab(7));
    }

    private static void refused(ThrowingCallable call, String... fields) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes()).extracting(Mistake::field).containsExactly(fields));
    }

    @Test
    void theSafeChoiceIsTheDefault() {
        TemplateSpec spec = right().build();

        assertThat(spec.perUserLimit()).isEqualTo(1);
        assertThat(spec.total()).isNull();
        assertThat(spec.zone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(spec.releasePolicy()).isEqualTo(ReleasePolicy.RETURN);
        assertThat(spec.stackingGroup()).isNull();
    }

    @Test
    void everythingThatIsMissingIsNamedAtOnce() {
        refused(() -> TemplateSpec.builder().build(), "name", "discount", "grabStart", "grabEnd", "validity");
        refused(
                () -> TemplateSpec.builder().zone(null).releasePolicy(null).build(),
                "name",
                "discount",
                "grabStart",
                "grabEnd",
                "validity",
                "zone",
                "releasePolicy");
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnceWithItsValue() {
        assertThatThrownBy(() -> right().name(" ")
                        .total(0)
                        .perUserLimit(-3)
                        .stackingGroup("two words")
                        .grabWindow(/* start= */ END, /* end= */ START)
                        .build())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("name =  :")
                .hasMessageContaining("total = 0")
                .hasMessageContaining("perUserLimit = -3")
                .hasMessageContaining("stackingGroup = two words")
                .hasMessageContaining("grabEnd = 2030-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 2_000_000_001})
    void aTotalOfNothingIsNoTotal(long total) { // B115
        refused(() -> right().total(total).build(), "total");
        refused(() -> new TemplateChange.SetTotal(5L, total), "total");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 10_001})
    void aLimitOfNothingIsNoLimit(int limit) { // B115
        refused(() -> right().perUserLimit(limit).build(), "perUserLimit");
    }

    @Test
    void noLimitIsSaidInSoManyWords() { // B115
        TemplateSpec spec = right().total(7).unlimitedTotal().unlimitedPerUser().build();

        assertThat(spec.total()).isNull();
        assertThat(spec.perUserLimit()).isNull();
        assertThat(right().total(2_000_000_000).perUserLimit(10_000).build().total())
                .isEqualTo(2_000_000_000);
    }

    @Test
    void theGrabEndsAfterItBegins() { // B82
        refused(() -> right().grabWindow(START, START).build(), "grabEnd");
        refused(() -> right().grabWindow(START, START.plusNanos(999_999)).build(), "grabEnd");
        refused(() -> right().grabWindow(START, START.minusMillis(1)).build(), "grabEnd");
        refused(() -> right().grabWindow(START, null).build(), "grabEnd");
        refused(() -> right().grabWindow(null, END).build(), "grabStart");
        refused(() -> right().grabWindow(Instant.MIN, Instant.MAX).build(), "grabStart", "grabEnd");
        refused(() -> new TemplateChange.SetGrabEnd(null), "grabEnd");
        refused(() -> new TemplateChange.SetGrabEnd(Instant.MAX), "grabEnd");
        refused(() -> right().build().withGrabEnd(START), "grabEnd");
        assertThat(right().grabWindow(START.plusNanos(1), START.plusMillis(1))
                        .build()
                        .grabStart())
                .isEqualTo(START);
    }

    @Test
    void couponsMustNotBeOverBeforeTheyCanBeGrabbed() {
        refused(
                () -> right().validity(Validity.between(START.minusSeconds(9), START))
                        .build(),
                "validity.until");
        assertThat(right().validity(Validity.between(START.minusSeconds(9), START.plusMillis(1)))
                        .build()
                        .grabStart())
                .isEqualTo(START);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "a\u0000b", "a\u001bb", "\ud83c", "a\udf89"})
    void aNameIsAText(String name) {
        refused(() -> right().name(name).build(), "name");
        refused(() -> new TemplateChange.Rename(name), "name");
    }

    @Test
    void aNameMayBeInAnyScript() {
        assertThat(right().name("满300减50 ✨🎩").build().name()).isEqualTo("满300减50 ✨🎩");
        assertThat(right().name("n".repeat(100)).build().withName("other").name())
                .isEqualTo("other");
        refused(() -> right().name("n".repeat(101)).build(), "name");
        refused(() -> new TemplateChange.Rename(null), "name");
        refused(() -> new TemplateChange.Edit(null), "spec");
        refused(() -> new TemplateChange.VoidAll("", "", ""), "by", "reason", "requestId");
    }
}
