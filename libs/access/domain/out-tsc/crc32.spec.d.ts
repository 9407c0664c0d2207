export {};
//# sourceMappingURL=crc32.spec.d.ts.map