package com.couponengine.redis;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ReserveRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Turns requests into the arguments of the script, and its answers into those of the port. */
final class ReserveCodec {
    private static final int BYTES_PER_REQUEST = 128;
    private static final int DEADLINE_END = CouponCode.LENGTH + Packed.DEADLINE_DIGITS;

    private ReserveCodec() {}

    /**
     * The call for some requests.
     *
     * @param callName a name that no other call has: its reservations are remembered as a list of that name
     */
    static ScriptCall call(ShareLayout layout, List<ReserveRequest> requests, String callName) {
        String name = requests.size() == 1 ? "" : callName;
        List<byte[]> keys = layout.keys(requests.size());
        Packed packed = new Packed(requests.size() * BYTES_PER_REQUEST);
        long earliest = Long.MAX_VALUE;
        for (ReserveRequest request : requests) {
            keys.add(layout.bucketOf(request.userId()));
            packed.add(layout.nameInBucket(request.userId()))
                    .addField(request.userId(), request.requestId())
                    .addRecord(request.code().toString(), request.deadline(), name);
            earliest = Math.min(earliest, Packed.millis(request.deadline()));
        }
        return new ScriptCall(
                Script.RESERVE,
                keys,
                List.of(
                        Ascii.bytes(layout.generation()),
                        Ascii.bytes(name),
                        Ascii.bytes(Long.toString(earliest)),
                        packed.toBytes()));
    }

    /** What the script answered. */
    static List<ReserveAnswer> answers(List<?> parts, List<ReserveRequest> requests, long epoch) {
        byte[] letters = (byte[]) parts.get(0);
        List<ReserveAnswer> answers = new ArrayList<>(letters.length);
        int detail = 1;
        for (int i = 0; i < letters.length; i++) {
            byte letter = letters[i];
            answers.add(
                    switch (letter) {
                        case 'S' -> ReserveAnswer.refused(Status.SOLD_OUT, epoch);
                        case 'L' -> ReserveAnswer.refused(Status.LIMIT_REACHED, epoch);
                        case 'R' -> again(Ascii.text(parts.get(detail++)), epoch);
                        case 'N' -> reserved(requests.get(i), Integer.parseInt(Ascii.text(parts.get(detail++))), epoch);
                        default -> reserved(requests.get(i), letter - '0', epoch);
                    });
        }
        return answers;
    }

    /** An answer to requests of a share that is not loaded. */
    static List<ReserveAnswer> notLoaded(int requests) {
        return Collections.nCopies(requests, ReserveAnswer.refused(Status.NOT_LOADED, 0));
    }

    /** Pairs of field and record. */
    static List<Reservation> reservations(List<?> parts, long epoch) {
        List<Reservation> reservations = new ArrayList<>(parts.size() / 2);
        for (int i = 0; i < parts.size(); i += 2) {
            reservations.add(reservation(Ascii.text(parts.get(i)), Ascii.text(parts.get(i + 1)), epoch));
        }
        return reservations;
    }

    private static Reservation reservation(String field, String record, long epoch) {
        int colon = field.indexOf(':');
        return new Reservation(
                Long.parseLong(field.substring(0, colon)),
                field.substring(colon + 1),
                code(record),
                epoch,
                Instant.ofEpochMilli(Long.parseLong(record.substring(CouponCode.LENGTH, DEADLINE_END))));
    }

    private static ReserveAnswer reserved(ReserveRequest request, int number, long epoch) {
        return new ReserveAnswer(Status.RESERVED, request.code(), number, epoch);
    }

    private static ReserveAnswer again(String record, long epoch) {
        int blank = record.indexOf(' ');
        int number = blank < 0 ? 1 : Integer.parseInt(record.substring(blank + 1));
        return new ReserveAnswer(Status.RESERVED, code(record), number, epoch);
    }

    private static CouponCode code(String record) {
        return CouponCode.parse(record.substring(0, CouponCode.LENGTH));
    }
}
