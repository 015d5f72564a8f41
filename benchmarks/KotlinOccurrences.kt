// Writes what the Kotlin compiler resolves every name of a project to, in the form that `occurrences` takes.
//
// A plugin of the compiler (K2; made with 2.4.20, which the npm package kotlin-compiler ships as `lib/kotlin-compiler.jar`):
//
//     kotlinc -cp kotlin-compiler.jar -Xcontext-parameters -opt-in=org.jetbrains.kotlin.fir.symbols.SymbolInternals \
//         -d plugin.jar KotlinOccurrences.kt
//     mkdir -p META-INF/services
//     echo Registrar >META-INF/services/org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
//     jar uf plugin.jar META-INF
//     OCCURRENCES_ROOT=ROOT OCCURRENCES_OUT=OUT.jsonl kotlinc -Xplugin=plugin.jar -cp … SOURCES
//
// Of a project for several platforms: `-Xmulti-platform -Xcommon-sources=…`. What lies outside of the sources need not
// be there: names that need it have no answer, and are left out.

import com.intellij.lang.LighterASTNode
import com.intellij.openapi.util.Ref
import java.io.File
import java.util.IdentityHashMap
import org.jetbrains.kotlin.KtRealSourceElementKind
import org.jetbrains.kotlin.KtSourceElement
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.compiler.plugin.ExperimentalCompilerApi
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.FirElement
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.DeclarationCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.FirFileChecker
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.declarations.*
import org.jetbrains.kotlin.fir.expressions.*
import org.jetbrains.kotlin.fir.expressions.impl.FirResolvedArgumentList
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrar
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrarAdapter
import org.jetbrains.kotlin.fir.references.*
import org.jetbrains.kotlin.fir.resolve.toSymbol
import org.jetbrains.kotlin.fir.scopes.impl.typeAliasConstructorInfo
import org.jetbrains.kotlin.fir.symbols.FirBasedSymbol
import org.jetbrains.kotlin.fir.symbols.impl.*
import org.jetbrains.kotlin.fir.types.*
import org.jetbrains.kotlin.fir.unwrapFakeOverrides
import org.jetbrains.kotlin.fir.visitors.FirVisitorVoid
import org.jetbrains.kotlin.lexer.KtTokens

/** Hands the walk to the compiler. */
@OptIn(ExperimentalCompilerApi::class)
class Registrar : CompilerPluginRegistrar() {
    override val pluginId: String get() = "occurrences"
    override val supportsK2: Boolean get() = true
    override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
        FirExtensionRegistrarAdapter.registerExtension(object : FirExtensionRegistrar() {
            override fun ExtensionRegistrarContext.configurePlugin() { +::Checkers }
        })
    }
}

/** Runs the walk where checks of files would run. */
class Checkers(session: FirSession) : FirAdditionalCheckersExtension(session) {
    override val declarationCheckers: DeclarationCheckers = object : DeclarationCheckers() {
        override val fileCheckers: Set<FirFileChecker> = setOf(object : FirFileChecker(MppCheckerKind.Common) {
            context(context: CheckerContext, reporter: DiagnosticReporter)
            override fun check(declaration: FirFile) { Walk(declaration, context.session).run() }
        })
    }
}

/** A place where a name stands, and what it means. */
class Use(val path: String, val offset: Int, val name: String, val symbols: List<FirBasedSymbol<*>>)

/** What is found in all files: written when the compiler ends, since only then every declaration is known. */
object Found {
    val declared = IdentityHashMap<FirBasedSymbol<*>, Pair<String, Int>>()
    val uses = ArrayList<Use>()
    val root: String = System.getenv("OCCURRENCES_ROOT")
    init { Runtime.getRuntime().addShutdownHook(Thread { write() }) }
    private val lines = HashMap<String, IntArray>()
    private val texts = HashMap<String, String>()
    fun text(path: String) = texts.getOrPut(path) { File(path).readText().replace("\r\n", "\n") }
    private fun starts(path: String) = lines.getOrPut(path) {
        val text = text(path)
        intArrayOf(0) + text.indices.filter { text[it] == '\n' }.map { it + 1 }
    }
    fun line(path: String, offset: Int): Int {
        val at = starts(path).binarySearch(offset)
        return if (at >= 0) at + 1 else -at - 1
    }
    private fun quoted(text: String) = "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
    fun relative(path: String) = File(path).canonicalPath.removePrefix(File(root).canonicalPath + "/")
    private fun write() {
        File(System.getenv("OCCURRENCES_OUT")).bufferedWriter().use { out ->
            for (use in uses) {
                if (use.symbols.any { it is FirVariableSymbol<*> && it !is FirPropertySymbol && it !is FirFieldSymbol && it !is FirEnumEntrySymbol && declared[it] == null }) continue
                val places = use.symbols.mapNotNull { declared[it] }.map { (path, offset) -> relative(path) to line(path, offset) }.distinct()
                val outside = use.symbols.any { declared[it] == null }
                val line = line(use.path, use.offset)
                val start = starts(use.path)[line - 1]
                val column = text(use.path).substring(start, use.offset).toByteArray().size
                val rows = places.joinToString(", ") { (path, number) -> "[${quoted(path)}, $number]" }
                out.write("[${quoted(relative(use.path))}, $line, $column, ${quoted(use.name)}, [$rows], $outside]\n")
            }
        }
    }
}

/** Walks one file once its names are resolved. */
class Walk(private val file: FirFile, private val session: FirSession) : FirVisitorVoid() {
    private val path = file.sourceFile!!.path!!
    private val text = Found.text(path)
    fun run() = file.accept(this)

    override fun visitElement(element: FirElement) {
        if (element is FirDeclaration) register(element)
        when (element) {
            is FirResolvedTypeRef -> { type(element); return }
            is FirResolvedQualifier -> qualifier(element)
            is FirImplicitInvokeCall -> { invoked(element); names(element) }
            is FirCall -> names(element)
            else -> {}
        }
        if (element is FirResolvedNamedReference) reference(element)
        element.acceptChildren(this)
    }

    private fun register(declaration: FirDeclaration) {
        val source = declaration.source ?: return
        val name = identifier(source)
        Found.declared[declaration.symbol] = path to name
    }

    private fun identifier(source: KtSourceElement): Int {
        val children = Ref<Array<LighterASTNode?>>()
        source.treeStructure.getChildren(source.lighterASTNode, children)
        val found = children.get()?.firstOrNull { it != null && it.tokenType == KtTokens.IDENTIFIER }
            ?: children.get()?.firstOrNull { it != null && it.tokenType == KtTokens.CONSTRUCTOR_KEYWORD }
        return found?.startOffset ?: source.startOffset
    }

    private fun use(start: Int, end: Int, symbols: List<FirBasedSymbol<*>>) {
        if (end > text.length) return
        val word = text.substring(start, end).trim('`')
        if (!Regex("[\\p{L}_][\\p{L}\\p{N}_]*").matches(word)) return
        Found.uses += Use(path, if (text[start] == '`') start + 1 else start, word, symbols)
    }

    private fun reference(reference: FirResolvedNamedReference) {
        val source = reference.source ?: return
        if (source.kind !is KtRealSourceElementKind) return
        val word = text.substring(source.startOffset, source.endOffset).trim('`')
        val symbol = reference.resolvedSymbol
        if (symbol is FirNamedFunctionSymbol && symbol.name.asString() == "invoke" && word != "invoke") return
        use(source.startOffset, source.endOffset, meant(symbol))
    }

    private fun invoked(call: FirImplicitInvokeCall) {
        val receiver = call.explicitReceiver as? FirQualifiedAccessExpression ?: return
        val reference = receiver.calleeReference as? FirResolvedNamedReference ?: return
        val source = reference.source ?: call.calleeReference.source ?: return
        if (source.kind is KtRealSourceElementKind) return
        if (text.substring(source.startOffset, source.endOffset).trim('`') == reference.name.asString())
            use(source.startOffset, source.endOffset, meant(reference.resolvedSymbol))
    }

    private fun meant(symbol: FirBasedSymbol<*>): List<FirBasedSymbol<*>> {
        if (symbol is FirSyntheticPropertySymbol) return listOf(symbol.getterSymbol!!.delegateFunctionSymbol)
        if (symbol is FirConstructorSymbol) {
            val owner = symbol.resolvedReturnType.toSymbol(session)
            return listOfNotNull(symbol.unwrapFakeOverrides(), owner, symbol.fir.typeAliasConstructorInfo?.originalConstructor?.symbol)
        }
        if (symbol is FirCallableSymbol<*>) return listOf(symbol.unwrapFakeOverrides())
        return listOf(symbol)
    }

    private fun qualifier(element: FirResolvedQualifier) {
        val source = element.source ?: return
        if (source.kind !is KtRealSourceElementKind) return
        val symbol = element.qualifierSymbol ?: return
        var end = source.endOffset
        val piece = text.substring(source.startOffset, end)
        val bare = piece.substringBefore('<').trimEnd('?', ' ')
        end = source.startOffset + bare.length
        var start = end
        while (start > source.startOffset && (text[start - 1].isLetterOrDigit() || text[start - 1] == '_')) start--
        use(start, end, listOf(symbol))
    }

    private fun names(call: FirCall) {
        val list = call.argumentList as? FirResolvedArgumentList ?: return
        val original = list.originalArgumentList ?: return
        for (argument in original.arguments) {
            if (argument !is FirNamedArgumentExpression) continue
            val source = argument.source ?: continue
            val name = argument.name.asString()
            val parameter = list.mapping.entries.firstOrNull { it.value.name.asString() == name }?.value ?: continue
            if (text.startsWith(name, source.startOffset)) use(source.startOffset, source.startOffset + name.length, listOf(parameter.symbol))
        }
    }

    private fun type(reference: FirResolvedTypeRef) {
        reference.annotations.forEach { it.accept(this) }
        val user = reference.delegatedTypeRef
        val type = reference.coneType.abbreviatedTypeOrSelf
        if (user is FirUserTypeRef) {
            val last = user.qualifier.last()
            val source = last.source
            val symbol = type.lowerBoundIfFlexible().toSymbol(session)
            if (source != null && symbol != null && source.kind is KtRealSourceElementKind) {
                val name = last.name.asString()
                val at = text.indexOf(name, source.startOffset)
                if (at >= 0 && at + name.length <= source.endOffset) use(at, at + name.length, listOf(symbol))
            }
            for (part in user.qualifier) for (argument in part.typeArgumentList.typeArguments) argument.accept(this)
        } else if (user is FirFunctionTypeRef) {
            user.acceptChildren(this)
        }
    }
}
