package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Passes calls on to a gate and keeps books of its answers: at rest, the units left, reserved and confirmed are those
 * that were loaded. Thread-safe, as long as no key is reserved by one thread while another settles it.
 */
final class AccountedGate implements StockGate {
    private record Key(long userId, String requestId) {}

    private record Open(CouponCode code, long epoch) {}

    private static final class Book {
        private final GateLoad load;
        private final Map<Key, Open> open = new HashMap<>();
        private long confirmed;

        private Book(GateLoad load) {
            this.load = load;
        }
    }

    private final StockGate gate;
    private final Map<ShareId, Book> books = new HashMap<>();

    AccountedGate(StockGate gate) {
        this.gate = gate;
    }

    @Override
    public List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
        List<ReserveAnswer> answers = gate.reserve(share, requests);
        assertThat(answers).as("answers to %s", requests).hasSameSizeAs(requests);
        synchronized (books) {
            Book book = books.get(share);
            for (int i = 0; i < answers.size(); i++) {
                ReserveAnswer answer = answers.get(i);
                boolean reserved = answer.status() == ReserveAnswer.Status.RESERVED;
                assertThat(answer.code() != null).as("a code in %s", answer).isEqualTo(reserved);
                assertThat(answer.grabNo() > 0).as("a number in %s", answer).isEqualTo(reserved);
                if (reserved && book != null && answer.epoch() == book.load.epoch()) {
                    ReserveRequest request = requests.get(i);
                    Open old = book.open.put(
                            new Key(request.userId(), request.requestId()), new Open(answer.code(), answer.epoch()));
                    assertThat(old == null || old.code().equals(answer.code()))
                            .as("one code for %s", request)
                            .isTrue();
                }
            }
        }
        return answers;
    }

    @Override
    public void settle(ShareId share, List<Settlement> settlements) {
        gate.settle(share, settlements);
        synchronized (books) {
            Book book = books.get(share);
            for (Settlement settlement : settlements) {
                Key key = new Key(settlement.userId(), settlement.requestId());
                if (book != null && book.open.remove(key, new Open(settlement.code(), settlement.epoch()))) {
                    book.confirmed += settlement.outcome() == Settlement.Outcome.CONFIRM ? 1 : 0;
                }
            }
        }
    }

    /** Only for loads that do not race with reservations; see {@link #forget}. */
    @Override
    public boolean load(GateLoad load) {
        boolean loaded = gate.load(load);
        synchronized (books) {
            Book book = books.get(load.share());
            boolean newer = book == null || book.load.epoch() < load.epoch();
            assertThat(loaded)
                    .as("%s over %s", load, book == null ? null : book.load)
                    .isEqualTo(newer || book.load.epoch() == load.epoch());
            if (newer) {
                books.put(load.share(), new Book(load));
            }
        }
        return loaded;
    }

    @Override
    public Optional<GateView> view(ShareId share) {
        return gate.view(share);
    }

    @Override
    public List<Reservation> overdue(ShareId share, Instant before, int max) {
        return gate.overdue(share, before, max);
    }

    /** Closes all books, when the gate has lost everything or a test keeps books by itself. */
    void forget() {
        synchronized (books) {
            books.clear();
        }
    }

    void check() {
        books.forEach((share, book) -> {
            GateView view = gate.view(share).orElseThrow(() -> new AssertionError(share + " is not loaded any more"));
            assertThat(view.epoch()).as("epoch of %s", share).isEqualTo(book.load.epoch());
            assertThat(view.reserved()).as("reserved of %s", share).isEqualTo(book.open.size());
            if (book.load.remaining() == null) {
                assertThat(view.remaining()).as("remaining of %s", share).isNull();
            } else {
                assertThat(view.remaining() + view.reserved() + book.confirmed)
                        .as("remaining + reserved + confirmed of %s: %s", share, view)
                        .isEqualTo(book.load.remaining());
                assertThat(view.remaining()).as("remaining of %s", share).isNotNegative();
            }
        });
    }
}
