package com.couponengine.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventType;
import com.couponengine.core.money.Money;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventJsonTest {
    @ParameterizedTest
    @EnumSource(EventType.class)
    void everyTypeOfEventComesBackAsItWent(EventType type) {
        List<EventBatch> batches =
                List.of(new EventBatch(3, 17, List.of(Batches.full(type, 27), Batches.bare(type, 28))));

        assertThat(EventJson.read(EventJson.write(batches))).isEqualTo(batches);
    }

    @Test
    void batchesComeBackInTheirOrderWithTheirNumbers() {
        List<EventBatch> batches = List.of(
                new EventBatch(7, 41, List.of(Batches.bare(EventType.ISSUED, 57), Batches.full(EventType.HELD, 57))),
                new EventBatch(7, 42, List.of(Batches.full(EventType.CONFIRMED, 58))),
                new EventBatch(7, 43, List.of(Batches.full(EventType.RELEASED, 57))));

        assertThat(EventJson.read(EventJson.write(batches))).isEqualTo(batches);
    }

    @Test
    void moneyKeepsItsDigitsWhateverItsCurrencyHasDecimals() {
        for (Money money : List.of(
                Money.of("12.34", "CNY"),
                Money.of("1234", "JPY"),
                Money.of("1.234", "KWD"),
                Money.ofMinor(9_007_199_254_740_993L, "CNY"))) {
            List<EventBatch> batches = List.of(new EventBatch(0, 1, List.of(Batches.use(64, money))));

            assertThat(EventJson.read(EventJson.write(batches))).isEqualTo(batches);
        }
    }

    @Test
    void idsNumbersAndAmountsAreStringsSoThatNoReaderLosesDigits() { // B74
        long large = 9_007_199_254_740_993L; // 2^53 + 1: a double cannot hold it
        CouponEvent event = Batches.use(large, Money.ofMinor(large, "CNY"));
        String json = text(EventJson.write(List.of(new EventBatch(0, large, List.of(event)))));

        assertThat(json)
                .contains("\"userId\":\"9007199254740993\"")
                .contains("\"templateId\":\"" + event.templateId() + "\"")
                .contains("\"seq\":\"9007199254740993\"")
                .contains("\"minorUnits\":\"9007199254740993\"")
                .contains("\"at\":\"2026-03-01T00:00:00.123Z\"");
    }

    @Test
    void fieldsOfALaterMinorReleaseAreIgnored() {
        List<EventBatch> batches = List.of(new EventBatch(3, 17, List.of(Batches.full(EventType.REDEEMED, 27))));
        String json = text(EventJson.write(batches))
                .replace(
                        "\"version\":1", "\"version\":1,\"region\":{\"name\":\"north\",\"parts\":[1,[2],{\"a\":null}]}")
                .replace("\"type\":", "\"channel\":\"app\",\"weight\":0.5,\"first\":true,\"type\":");

        assertThat(json).contains("region", "channel");
        assertThat(EventJson.read(bytes(json))).isEqualTo(batches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "\"2\"", "999999999", "99999999999", "-1", "\"one\"", "null"})
    void aNewerOrUnknownVersionIsRefused(String version) {
        String json = text(EventJson.write(
                        List.of(new EventBatch(3, 17, List.of(Batches.full(EventType.REDEEMED, 27))))))
                .replace("\"version\":1", "\"version\":" + version);

        assertThatThrownBy(() -> EventJson.read(bytes(json)))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("version = ");
    }

    @Test
    void whatIsNoEventIsRefusedByNameOfTheField() {
        String json =
                text(EventJson.write(List.of(new EventBatch(3, 17, List.of(Batches.full(EventType.REDEEMED, 27))))));

        refused(json.replace("\"userId\":\"27\"", "\"userId\":\"27.5\""), "userId = 27.5");
        refused(json.replace("\"userId\":\"27\",", ""), "userId: is missing");
        refused(json.replace("\"REDEEMED\"", "\"TELEPORTED\""), "TELEPORTED");
        refused(json.replace("\"seq\":\"17\"", "\"seq\":\"x\""), "seq = x");
        refused(json.replace("\"zone\":\"Asia/Shanghai\"", "\"zone\":\"Nowhere/At_all\""), "Nowhere/At_all");
        refused(json.replace("2026-03-01T00:00:00.123Z", "yesterday"), "yesterday");
        refused(json.replace("\"currency\":\"CNY\"", "\"currency\":\"COINS\""), "COINS");
        refused(json.replace("\"batches\":[", "\"batches\":[7,"), "batches");
        refused(json.replace("\"batches\":", "\"bundles\":"), "batches");
    }

    @Test
    void brokenTextIsRefusedAtWhateverByteItBreaks() {
        byte[] whole = EventJson.write(List.of(new EventBatch(3, 17, List.of(Batches.full(EventType.REDEEMED, 27)))));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> EventJson.read(part))
                    .as("the first %d bytes", length)
                    .isInstanceOf(WireFormatException.class);
        }
        for (String text : List.of("[]", "7", "\"version\"", "not JSON at all", "{\"version\":1", "\u0000")) {
            refused(text, "");
        }
    }

    private static void refused(String json, String message) {
        assertThatThrownBy(() -> EventJson.read(bytes(json)))
                .as(json)
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining(message);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
