export {};
//# sourceMappingURL=embedded-database-faults.extended.spec.d.ts.map