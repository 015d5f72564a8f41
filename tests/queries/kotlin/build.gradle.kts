#!/usr/bin/env kotlin
import org.gradle.api.Task

plugins {
    id("java")
}

val version = "1.0"

fun helper(name: String) = name

tasks.register("run") {
    val local = 1
    doLast {
        println(local)
    }
}
