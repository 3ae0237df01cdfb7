package com.couponengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.server.ServerProcess;
import com.couponengine.core.server.TempFolders;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.jdbc.server.SqlDatabase;
import com.couponengine.jdbc.server.SqlServer;
import com.couponengine.jdbc.server.SqlVariant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts whose JVMs have other time zones than this one, on one database. */
@Timeout(180)
abstract class ZonesOnDatabase {
    /** East and west of Greenwich, one with a daylight saving time, one beyond the date line. */
    private static final List<String> ZONES = List.of("Europe/Rome", "America/Los_Angeles", "Pacific/Kiritimati");
    /** Twice or never there on the clocks of Rome, and a date's first and last milliseconds. */
    private static final List<Instant> INSTANTS = List.of(
            Instant.parse("2026-10-25T00:30:00.001Z"),
            Instant.parse("2026-10-25T01:30:00Z"),
            Instant.parse("2027-03-28T01:30:00Z"),
            Instant.parse("2020-05-08T00:00:00Z"),
            Instant.parse("2030-12-31T23:59:59.999Z"));

    private final SqlVariant variant;

    ZonesOnDatabase(SqlVariant variant) {
        this.variant = variant;
    }

    @Test
    final void anInstantIsTheSameInEveryZoneAndSoIsNow() throws IOException { // B80
        SqlDatabase at = SqlServer.shared(variant).newDatabase();
        Instant now = Instant.now();
        Coupon alive;
        Coupon over;
        try (JdbcCouponRepository repository = ZoneProcess.repository(at)) {
            for (Instant instant : INSTANTS) {
                create(repository, instant);
            }
            long template = create(repository, now.minus(Duration.ofHours(2)));
            repository.templates().change(template, new TemplateChange.Publish());
            // less time on either side than any two of the zones are apart
            alive = coupon(repository, template, 1, now.plus(Duration.ofMinutes(30)));
            over = coupon(repository, template, 2, now.minus(Duration.ofMinutes(30)));
        }
        for (String zone : ZONES) {
            List<String> lines =
                    hostIn(zone, at, alive.code().toString(), over.code().toString());
            for (int i = 0; i < INSTANTS.size(); i++) {
                long millis = INSTANTS.get(i).toEpochMilli();
                assertThat(lines).as(zone).contains("template " + (i + 1) + " starts " + millis);
            }
            assertThat(lines).as(zone).contains("alive HELD", "over COUPON_EXPIRED");
        }
        try (JdbcCouponRepository repository = ZoneProcess.repository(at)) {
            assertThat(repository.templates().list(INSTANTS.size() + 1L, 100))
                    .as("what the other hosts wrote")
                    .hasSize(ZONES.size())
                    .allSatisfy(
                            template -> assertThat(template.spec().grabStart()).isEqualTo(ZoneProcess.WRITTEN));
        }
    }

    private static long create(JdbcCouponRepository repository, Instant start) {
        return repository.templates().create(ZoneProcess.spec(start)).id();
    }

    private static Coupon coupon(JdbcCouponRepository repository, long template, long user, Instant expiresAt) {
        Instant grabbed = expiresAt.minus(Duration.ofHours(1));
        IssueRequest request =
                new IssueRequest(user, "r", new CouponCodes().next(user), 1, grabbed, grabbed, expiresAt);
        return repository
                .issues()
                .issue(new IssueBatch(new ShareId(template, 0), OptionalLong.empty(), List.of(request)))
                .get(0)
                .coupon();
    }

    private static List<String> hostIn(String zone, SqlDatabase at, String alive, String over) throws IOException {
        Path folder = TempFolders.create("zone");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                java,
                "-Duser.timezone=" + zone,
                "-Xmx256m",
                "-cp",
                classPath,
                ZoneProcess.class.getName(),
                at.url(),
                at.user(),
                at.password(),
                alive,
                over);
        try (ServerProcess process = ServerProcess.start("zone", command, folder, Map.of())) {
            process.await("its end", Duration.ofMinutes(1), () -> !process.isAlive());
            return Files.readAllLines(folder.resolve("zone.log"), StandardCharsets.UTF_8);
        } finally {
            TempFolders.delete(folder);
        }
    }
}
