package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.admin.TemplateAdmin;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.massissue.ChunkSender;
import com.couponengine.core.massissue.LocalChunkPool;
import com.couponengine.core.massissue.MassIssue;
import com.couponengine.core.massissue.MassIssueChunk;
import com.couponengine.core.redemption.OrderAttempt;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.store.CouponReader;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.upkeep.Upkeep;
import com.couponengine.core.wallet.WalletQuery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Calls every public method that a host has, once for each of its arguments with that one missing or empty and the rest
 * right. A method that is added later is tested without a word; a new kind of argument has to be added to {@link #right}.
 */
class MissingInputTest {
    /** Null means something there: no limit. */
    private static final Set<String> NULL_IS_RIGHT = Set.of("changeTotal");
    /** Whose methods these are. */
    static final Set<Class<?>> TESTED = Set.of(
            CouponEngine.class,
            TemplateAdmin.class,
            MassIssue.class,
            Upkeep.class,
            CouponReader.class,
            LocalChunkPool.class);

    private final EngineInMemory host = new EngineInMemory();
    private EngineInMemory.Stored before;
    private String code;

    @BeforeEach
    void store() {
        long template = host.published(EngineInMemory.spec());
        code = host.engine.grab(7, template, "r1").coupon().code().toString();
        before = host.stored();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @TestFactory
    Stream<DynamicTest> whatIsMissingIsNamedAndNothingIsChanged() {
        LocalChunkPool pool = new LocalChunkPool(host.engine.massIssue(), 1);
        return Stream.of(
                        tests(CouponEngine.class, host.engine),
                        tests(TemplateAdmin.class, host.engine.templates()),
                        tests(MassIssue.class, host.engine.massIssue()),
                        tests(Upkeep.class, host.engine.upkeep()),
                        tests(CouponReader.class, host.engine.coupons()),
                        tests(LocalChunkPool.class, pool))
                .flatMap(List::stream)
                .onClose(pool::close);
    }

    private List<DynamicTest> tests(Class<?> type, Object target) {
        assertThat(TESTED).contains(type);
        List<DynamicTest> tests = new ArrayList<>();
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .sorted(Comparator.comparing(Method::toString))
                .forEach(method -> {
                    for (int i = 0; i < method.getParameterCount(); i++) {
                        for (Object wrong : wrong(method, method.getParameterTypes()[i])) {
                            int index = i;
                            tests.add(DynamicTest.dynamicTest(
                                    type.getSimpleName() + "." + method.getName() + ", argument " + i + " = " + wrong,
                                    () -> refused(target, method, index, wrong)));
                        }
                    }
                });
        assertThat(tests).isNotEmpty();
        return tests;
    }

    private static List<Object> wrong(Method method, Class<?> type) {
        if (type == long.class) {
            return List.of(0L, -1L, Long.MIN_VALUE);
        }
        if (NULL_IS_RIGHT.contains(method.getName())) {
            return List.of(0L, -1L, Long.MIN_VALUE);
        }
        return type == String.class ? Arrays.asList(null, "", " ", "a\u0000") : Collections.singletonList(null);
    }

    private void refused(Object target, Method method, int index, Object wrong) throws Exception {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> right(type, method))
                .toArray();
        arguments[index] = wrong;
        InvalidInputException refusal = null;
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).as("of %s", method).isInstanceOf(InvalidInputException.class);
            refusal = (InvalidInputException) e.getCause();
        }
        assertThat(refusal).as("%s went through", method).isNotNull();
        assertThat(refusal.mistakes()).singleElement().satisfies(mistake -> {
            assertThat(mistake.field()).isNotBlank();
            assertThat(mistake.value()).isEqualTo(String.valueOf(wrong));
        });
        assertThat(host.stored()).isEqualTo(before);
    }

    /** Any string that is wanted may look like a code. */
    private Object right(Class<?> type, Method method) {
        if (type == long.class || type == Long.class) {
            return 1L;
        } else if (type == String.class) {
            return code;
        } else if (type == Duration.class) {
            return Duration.ofMinutes(1);
        } else if (type == Instant.class) {
            return EngineInMemory.GRAB_END;
        } else if (type == com.couponengine.core.discount.Order.class) {
            return EngineInMemory.order("200.00");
        } else if (type == GrabRequest.class) {
            return GrabRequest.of(8, 1, "r1");
        } else if (type == RedemptionCommand.class) {
            return new RedemptionCommand.Sweep(CouponCode.parse(code));
        } else if (type == TemplateSpec.class) {
            return EngineInMemory.spec().build();
        } else if (type == CouponCode.class) {
            return CouponCode.parse(code);
        } else if (type == WalletQuery.class) {
            return new WalletQuery(7, WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, 10);
        } else if (type == List.class) {
            return List.of(OrderAttempt.of("o").confirm(code));
        } else if (type == Iterator.class) {
            return List.of(1L, 2L).iterator();
        } else if (type == ChunkSender.class) {
            return (ChunkSender) chunk -> {};
        } else if (type == LongConsumer.class) {
            return (LongConsumer) count -> {};
        } else if (type == MassIssueChunk.class) {
            return new MassIssueChunk("job", 1, 0, List.of(1L));
        }
        throw new AssertionError("say what a right " + type.getSimpleName() + " of " + method + " is");
    }
}
