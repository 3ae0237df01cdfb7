package com.couponengine.core.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.template.TemplateResult.Status;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TemplateLifeTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final TemplateSpec SPEC = TemplateSpec.builder()
            .name("spring")
            .discount(Discount.amountOff("5.00", "CNY"))
            .total(100)
            .grabWindow(NOW, NOW.plusSeconds(60))
            .validity(Validity.daysAfterGrab(7))
            .build();

    private static Template in(TemplateState state) {
        return new Template(1, SPEC, state, null);
    }

    private static TemplateResult apply(Template template, TemplateChange change) {
        return TemplateLife.apply(template, change, 10, NOW);
    }

    private static TemplateChange change(String name) {
        return switch (name) {
            case "edit" -> new TemplateChange.Edit(SPEC.withName("other"));
            case "publish" -> new TemplateChange.Publish();
            case "pause" -> new TemplateChange.Pause();
            case "resume" -> new TemplateChange.Resume();
            case "end" -> new TemplateChange.End();
            case "total" -> new TemplateChange.SetTotal(100L, 200L);
            case "rename" -> new TemplateChange.Rename("other");
            case "grabEnd" -> new TemplateChange.SetGrabEnd(NOW.plusSeconds(1));
            default -> new TemplateChange.VoidAll("Li Lei", "mistake", "v");
        };
    }

    @ParameterizedTest
    @CsvSource({
        // change, from draft, from published, from paused, from ended: the state after it, = for unchanged, - for
        // illegal
        "edit, DRAFT, -, -, -",
        "publish, PUBLISHED, =, -, -",
        "pause, -, PAUSED, =, -",
        "resume, -, =, PUBLISHED, -",
        "end, ENDED, ENDED, ENDED, =",
        "total, DRAFT, PUBLISHED, PAUSED, -",
        "rename, DRAFT, PUBLISHED, PAUSED, ENDED",
        "grabEnd, DRAFT, PUBLISHED, PAUSED, -",
        "voidAll, DRAFT, PUBLISHED, PAUSED, ENDED",
    })
    void theLifeOfATemplate(String change, String draft, String published, String paused, String ended) {
        String[] expected = {draft, published, paused, ended};
        TemplateState[] states = {
            TemplateState.DRAFT, TemplateState.PUBLISHED, TemplateState.PAUSED, TemplateState.ENDED
        };
        for (int i = 0; i < states.length; i++) {
            Template template = in(states[i]);
            TemplateResult result = apply(template, change(change));
            switch (expected[i]) {
                case "-" -> assertThat(result).isEqualTo(new TemplateResult(Status.ILLEGAL_STATE, template));
                case "=" -> assertThat(result).isEqualTo(new TemplateResult(Status.UNCHANGED, template));
                default -> {
                    assertThat(result.status())
                            .as("%s of %s", change, states[i])
                            .isEqualTo(Status.CHANGED);
                    assertThat(result.template().state()).isEqualTo(TemplateState.valueOf(expected[i]));
                    assertThat(apply(result.template(), change(change)).isDone())
                            .as("%s again", change)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void eachChangeChangesItsOwnPartOnly() {
        Template template = in(TemplateState.PUBLISHED);

        assertThat(apply(template, change("total")).template().spec()).isEqualTo(SPEC.withTotal(200L));
        assertThat(apply(template, change("rename")).template().spec()).isEqualTo(SPEC.withName("other"));
        assertThat(apply(template, change("grabEnd")).template().spec())
                .isEqualTo(SPEC.withGrabEnd(NOW.plusSeconds(1)));
        assertThat(apply(template, change("pause")).template().spec()).isEqualTo(SPEC);
        assertThat(apply(template, change("voidAll")).template())
                .isEqualTo(new Template(1, SPEC, TemplateState.PUBLISHED, new Voiding("Li Lei", "mistake", "v", NOW)));
    }

    @ParameterizedTest
    @CsvSource({
        // expected, total, what comes of it (10 are issued, the total is 100)
        "100, 200, CHANGED",
        "100, 10, CHANGED",
        "100, , CHANGED",
        "100, 9, TOTAL_BELOW_ISSUED",
        "100, 1, TOTAL_BELOW_ISSUED",
        "99, 200, TOTAL_CHANGED_MEANWHILE",
        ", 200, TOTAL_CHANGED_MEANWHILE",
        "99, 9, TOTAL_CHANGED_MEANWHILE",
        "99, 100, UNCHANGED",
        "100, 100, UNCHANGED",
    })
    void aTotalIsComparedAndThenSet(Long expected, Long total, Status status) {
        Template template = in(TemplateState.PUBLISHED);

        TemplateResult result = apply(template, new TemplateChange.SetTotal(expected, total));

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.template().spec().total()).isEqualTo(status == Status.CHANGED ? total : Long.valueOf(100));
    }

    @ParameterizedTest
    @EnumSource(TemplateState.class)
    void aVoidingIsKeptThroughEverythingThatFollows(TemplateState state) {
        Template voided = apply(in(state), change("voidAll")).template();

        assertThat(voided.isVoid()).isTrue();
        assertThat(TemplateLife.apply(
                        voided, new TemplateChange.VoidAll("Han Meimei", "again", "w"), 10, NOW.plusSeconds(1)))
                .isEqualTo(new TemplateResult(Status.UNCHANGED, voided));
        assertThat(apply(voided, change("end")).template().voiding()).isEqualTo(voided.voiding());
        assertThat(apply(voided, change("rename")).template().voiding()).isEqualTo(voided.voiding());
    }
}
