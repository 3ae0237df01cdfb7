package com.couponengine.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a server says of itself, and what of it matters to the gate. */
record ServerInfo(Map<String, String> values) {
    static ServerInfo parse(byte[] info) {
        return parse(new String(info, StandardCharsets.UTF_8));
    }

    static ServerInfo parse(String info) {
        return new ServerInfo(info.lines()
                .filter(line -> !line.startsWith("#") && line.contains(":"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).strip(),
                        (first, second) -> second)));
    }

    /** What makes the server unfit for the gate. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        String version = value("redis_version");
        if (version.matches("[1-5]\\..*")) {
            problems.add("redis_version = " + version + ": must be 6.0 or newer");
        }
        if (value("role").equals("slave")) {
            problems.add("role = slave: a replica takes no writes");
        }
        return problems;
    }

    /** What makes losses likely or unnoticed. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        String policy = value("maxmemory_policy");
        if (!policy.isEmpty()
                && !policy.equals("noeviction")
                && !value("maxmemory").equals("0")) {
            warnings.add("maxmemory-policy = " + policy
                    + ": the server may evict parts of the gate; noeviction refuses writes instead");
        }
        if (value("master_replid").isEmpty()) {
            warnings.add("master_replid is missing: a failover to an older copy will not be noticed by the gate");
        }
        return warnings;
    }

    /** A value, or an empty text. */
    String value(String name) {
        return values.getOrDefault(name, "");
    }
}
