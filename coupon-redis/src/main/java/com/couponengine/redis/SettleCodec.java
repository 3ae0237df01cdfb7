package com.couponengine.redis;

import com.couponengine.core.gate.Settlement;
import java.util.List;

/** Turns settlements into the arguments of the script. */
final class SettleCodec {
    private static final int BYTES_PER_SETTLEMENT = 96;

    private SettleCodec() {}

    /** The call for those settlements that are of the layout's epoch; the others are gone already. */
    static ScriptCall call(ShareLayout layout, List<Settlement> settlements) {
        List<byte[]> keys = layout.keys(settlements.size());
        Packed packed = new Packed(settlements.size() * BYTES_PER_SETTLEMENT);
        for (Settlement settlement : settlements) {
            if (settlement.epoch() == layout.epoch()) {
                add(layout, settlement, keys, packed);
            }
        }
        return new ScriptCall(Script.SETTLE, keys, List.of(Ascii.bytes(layout.generation()), packed.toBytes()));
    }

    private static void add(ShareLayout layout, Settlement settlement, List<byte[]> keys, Packed packed) {
        packed.addField(settlement.userId(), settlement.requestId())
                .add(settlement.code().toString());
        switch (settlement.outcome()) {
            case CONFIRM -> packed.add("C").add("");
            case RELEASE -> addRelease("R", layout, settlement, keys, packed);
            case RELEASE_AT_LIMIT -> addRelease("L", layout, settlement, keys, packed);
        }
    }

    private static void addRelease(
            String how, ShareLayout layout, Settlement settlement, List<byte[]> keys, Packed packed) {
        keys.add(layout.bucketOf(settlement.userId()));
        packed.add(how).add(layout.nameInBucket(settlement.userId()));
    }
}
