package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.EngineOptions;
import com.couponengine.core.TimeSource;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Pricing;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Calls every public constructor and method of the exported packages, once for each argument that must not be null, with
 * that one null and the rest right; lists also with a hole. What is public later is tested without a word; a new kind of
 * argument has to be added to {@link #right}. What a host calls on an engine is {@link MissingInputTest}'s matter.
 */
class NullArgumentTest {
    private final EngineInMemory host = new EngineInMemory();
    private final Map<Class<?>, Object> known = new HashMap<>();

    NullArgumentTest() {
        known.put(CouponCode.class, new CouponCodes().next(1));
        known.put(CouponCodes.class, new CouponCodes());
        known.put(RandomGenerator.class, new Random(1));
        known.put(Money.class, Money.of("10.00", "CNY"));
        known.put(Currency.class, Currency.getInstance("CNY"));
        known.put(BigDecimal.class, new BigDecimal("0.9"));
        known.put(String.class, "10");
        known.put(Instant.class, EngineInMemory.START);
        known.put(Duration.class, Duration.ofMinutes(1));
        known.put(ZoneId.class, ZoneId.of("Asia/Shanghai"));
        known.put(Clock.class, Clock.systemUTC());
        known.put(TimeSource.class, host.clock);
        known.put(Discount.class, Discount.amountOff("5.00", "CNY"));
        known.put(Discount.PercentOff.class, Discount.percentOff("0.9", "CNY"));
        known.put(Validity.class, Validity.daysAfterGrab(1));
        known.put(Validity.Fixed.class, Validity.between(EngineInMemory.START, EngineInMemory.EXPIRY));
        known.put(TemplateSpec.class, EngineInMemory.spec().build());
        known.put(TemplateChange.class, new TemplateChange.Publish());
        known.put(EngineOptions.class, EngineOptions.defaults());
        known.put(Pricing.class, new Pricing.NothingEligible());
        known.put(Shards.class, new Shards(1));
        known.put(OptionalLong.class, OptionalLong.of(1));
        known.put(CouponEngine.class, host.engine);
        known.put(MeterRegistry.class, new SimpleMeterRegistry());
        known.put(Iterable.class, List.of());
        known.put(int.class, 1);
        known.put(long.class, 1L);
        known.put(Long.class, 1L);
        known.put(Integer.class, 1);
        known.put(boolean.class, false);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @TestFactory
    Stream<DynamicTest> isNamedWithItsField() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("com.couponengine.core").stream()
                        .filter(type -> !type.getPackageName().contains(".internal")
                                && !type.getPackageName().endsWith(".error"))
                        .sorted(Comparator.comparing(JavaClass::getName))
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(NullArgumentTest::isPublic)
                        .flatMap(NullArgumentTest::calls)
                        .flatMap(this::tests);
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    private static Stream<Executable> calls(Class<?> type) {
        return Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredConstructors()),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(method -> !method.isSynthetic() && !isOfAPort(type, method)))
                .filter(call -> Modifier.isPublic(call.getModifiers()) && !Modifier.isAbstract(call.getModifiers()))
                .sorted(Comparator.comparing(Executable::toString))
                .filter(call -> !isOfAnEngine(call));
    }

    /** Engine and tests call an adapter, with arguments that were checked before; and what the language brings. */
    private static boolean isOfAPort(Class<?> type, Method method) {
        boolean brought = method.getName().equals("equals")
                || (type.isEnum() && method.getName().equals("valueOf"));
        return brought
                || Arrays.stream(type.getInterfaces())
                        .filter(port -> port.getName().startsWith("com.couponengine") && !port.isSealed())
                        .flatMap(port -> Arrays.stream(port.getMethods()))
                        .anyMatch(of -> of.getName().equals(method.getName())
                                && Arrays.equals(of.getParameterTypes(), method.getParameterTypes()));
    }

    private static boolean isOfAnEngine(Executable call) {
        boolean tested = MissingInputTest.TESTED.contains(call.getDeclaringClass()) && call instanceof Method;
        boolean collects = Arrays.asList(call.getParameterTypes()).contains(Mistakes.class);
        boolean checkedByBuild = call.getDeclaringClass().getSimpleName().equals("Builder");
        return tested || collects || checkedByBuild;
    }

    private Stream<DynamicTest> tests(Executable call) {
        return Stream.iterate(0, i -> i + 1).limit(call.getParameterCount()).flatMap(i -> {
            Parameter parameter = call.getParameters()[i];
            if (parameter.getType().isPrimitive()
                    || parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                return Stream.empty();
            }
            Stream<Object> wrong = parameter.getType() == List.class
                    ? Stream.of(null, Collections.singletonList(null))
                    : Stream.of((Object) null);
            return wrong.map(value -> DynamicTest.dynamicTest(
                    nameOf(call) + ", " + parameter.getName() + " = " + value, () -> refused(call, i, value)));
        });
    }

    private static String nameOf(Executable call) {
        String type = call.getDeclaringClass().getName().replaceAll(".*\\.", "");
        return call instanceof Constructor ? "new " + type : type + "." + call.getName();
    }

    private void refused(Executable call, int index, @Nullable Object wrong) throws Exception {
        Object[] arguments = arguments(call);
        arguments[index] = wrong;
        Throwable refusal = null;
        try {
            if (call instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            } else {
                Object target = Modifier.isStatic(call.getModifiers()) ? null : right(call.getDeclaringClass());
                ((Method) call).invoke(target, arguments);
            }
        } catch (InvocationTargetException e) {
            refusal = e.getCause();
        }
        String what = nameOf(call) + ", " + call.getParameters()[index].getName() + " = " + wrong;
        assertThat(refusal).as(what).isInstanceOf(InvalidInputException.class);
        assertThat(((InvalidInputException) refusal).mistakes()).as(what).anySatisfy(mistake -> {
            assertThat(mistake.field()).isNotBlank();
            assertThat(mistake.value()).isEqualTo("null");
        });
    }

    private Object[] arguments(Executable call) throws Exception {
        Object[] arguments = new Object[call.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            boolean mayBeNull = call.getParameters()[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            arguments[i] = mayBeNull
                    ? null
                    : switch (call.getParameters()[i].getName()) {
                        case "code" ->
                            call.getParameterTypes()[i] == String.class
                                    ? right(CouponCode.class).toString()
                                    : right(CouponCode.class);
                        case "currencyCode" -> "CNY";
                        case "rate" -> call.getParameterTypes()[i] == String.class ? "0.9" : right(BigDecimal.class);
                        default -> right(call.getGenericParameterTypes()[i]);
                    };
        }
        return arguments;
    }

    private Object right(Type type) throws Exception {
        Class<?> raw = (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
        if (known.containsKey(raw)) {
            return known.get(raw);
        } else if (raw == List.class) {
            Type of = ((ParameterizedType) type).getActualTypeArguments()[0];
            return List.of(right(of instanceof java.lang.reflect.WildcardType some ? some.getUpperBounds()[0] : of));
        } else if (raw == Map.class) {
            return Map.of();
        } else if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        } else if (raw.isSealed()) {
            return right(raw.getPermittedSubclasses()[0]);
        } else if (raw.isInterface()) {
            return Proxy.newProxyInstance(raw.getClassLoader(), new Class<?>[] {raw}, (proxy, method, given) -> null);
        }
        Constructor<?> widest = Arrays.stream(raw.getDeclaredConstructors())
                .max(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow();
        return widest.newInstance(arguments(widest));
    }
}
